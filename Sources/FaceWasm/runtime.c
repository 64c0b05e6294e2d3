// What Embedded Swift expects of a system: memory, and the functions that move it.
typedef __SIZE_TYPE__ size_t;

// Blocks come in powers of two; a freed one waits for the next request of its size. Sixteen bytes
// before each block hold its power and, while it waits, the next that waits.
typedef struct block {
  size_t power;
  struct block *next;
} block;

enum { HEADER = 16, LEAST_POWER = 5, MOST_POWER = 22 };

extern unsigned char __heap_base;
static size_t top;
static block *waiting[MOST_POWER + 1];

int posix_memalign(void **out, size_t alignment, size_t size) {
  if (alignment > HEADER) return 22;
  size_t power = LEAST_POWER;
  while (power <= MOST_POWER && ((size_t)1 << power) < size + HEADER) power++;
  if (power > MOST_POWER || size + HEADER < size) return 12;
  block *found = waiting[power];
  if (found) {
    waiting[power] = found->next;
  } else {
    if (top == 0) top = ((size_t)&__heap_base + HEADER - 1) & ~(size_t)(HEADER - 1);
    size_t end = top + ((size_t)1 << power);
    size_t have = __builtin_wasm_memory_size(0) << 16;
    size_t pages = end > have ? (end - have + 65535) >> 16 : 0;
    if (pages && __builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 12;
    found = (block *)top;
    found->power = power;
    top = end;
  }
  *out = (unsigned char *)found + HEADER;
  return 0;
}

void free(void *memory) {
  if (!memory) return;
  block *freed = (block *)((unsigned char *)memory - HEADER);
  freed->next = waiting[freed->power];
  waiting[freed->power] = freed;
}

void *memset(void *to, int value, size_t count) {
  unsigned char *byte = to;
  while (count--) *byte++ = (unsigned char)value;
  return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  unsigned char *out = to;
  const unsigned char *in = from;
  while (count--) *out++ = *in++;
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  unsigned char *out = to;
  const unsigned char *in = from;
  if (out < in) {
    while (count--) *out++ = *in++;
  } else {
    while (count--) out[count] = in[count];
  }
  return to;
}
