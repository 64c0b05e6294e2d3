#include "events.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

// A signal handler has no context, so the bell it rings is the one variable of this file.
static volatile int stop_bell = -1;

static void ring_stop_bell(int signal) {
  (void)signal;
  int saved = errno;
  uint64_t one = 1;
  ssize_t written = write(stop_bell, &one, sizeof one);
  (void)written;
  errno = saved;
}

int csystem_catch_stop_signals(void) {
  int bell = eventfd(0, EFD_CLOEXEC);
  if (bell < 0) return -1;
  stop_bell = bell;
  // Once only: the second interrupt of somebody impatient ends the process at once.
  struct sigaction action = {.sa_handler = ring_stop_bell, .sa_flags = SA_RESTART | SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGINT, &action, 0) != 0 || sigaction(SIGTERM, &action, 0) != 0) {
    close(bell);
    return -1;
  }
  return bell;
}
