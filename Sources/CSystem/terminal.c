#define _GNU_SOURCE
#include "terminal.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

static int terminal = -1;
static struct termios before, taken;
static atomic_bool is_taken;

// What ends or stops a program and is not waited for by it.
static const int fatal[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};

void csystem_give_terminal_back(void) {
  if (!atomic_exchange(&is_taken, false)) return;
  int reason = errno;
  tcsetattr(terminal, TCSANOW, &before);
  errno = reason;
}

static void take_again(void) {
  if (tcsetattr(terminal, TCSANOW, &taken) == 0) atomic_store(&is_taken, true);
}

// The standard action follows: the handler is gone by the time it runs (SA_RESETHAND).
static void die(int number) {
  csystem_give_terminal_back();
  raise(number);
}

static void stop(int number) {
  (void)number;
  int reason = errno;
  csystem_give_terminal_back();
  // Goes on behind this line when the program is continued.
  raise(SIGSTOP);
  take_again();
  errno = reason;
}

static void handle(int number, void (*handler)(int), int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  struct sigaction old;
  // What is ignored, as under nohup, stays so.
  if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_IGN) return;
  sigaction(number, &action, NULL);
}

int csystem_take_terminal(int descriptor) {
  if (tcgetattr(descriptor, &before) != 0) return errno;
  terminal = descriptor;
  taken = before;
  taken.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  taken.c_lflag |= NOFLSH;
  taken.c_cc[VMIN] = 1;
  taken.c_cc[VTIME] = 0;
  atexit(csystem_give_terminal_back);
  for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++) handle(fatal[i], die, SA_RESETHAND);
  handle(SIGTSTP, stop, SA_RESTART);
  take_again();
  return atomic_load(&is_taken) ? 0 : errno;
}

int csystem_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int csystem_columns(unsigned int character) {
  // Made once and kept; two threads that come first at the same time leave one of the two unused.
  static _Atomic(locale_t) unicode;
  locale_t wanted = atomic_load(&unicode);
  if (wanted == (locale_t)0) {
    wanted = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (wanted == (locale_t)0) return 1;
    atomic_store(&unicode, wanted);
  }
  locale_t old = uselocale(wanted);
  int columns = wcwidth((wchar_t)character);
  uselocale(old);
  return columns;
}
