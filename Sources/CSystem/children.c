#define _GNU_SOURCE
#include "children.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Descriptors 0 to 2 are about to be replaced, so whatever must survive moves above them.
static int above_standard(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }

// Runs in the child between fork and exec: only async-signal-safe calls are allowed here.
static void become(const char *path, char *const arguments[], char *const environment[], int input,
                   int output, int error, pid_t parent, int report) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  setpgid(0, 0);

  // The request comes first and the check second: a parent that died in between is noticed.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent) {
    int from[3] = {above_standard(input), above_standard(output), above_standard(error)};
    int kept = above_standard(report);
    if (kept >= 0) report = kept;
    if (from[0] >= 0 && from[1] >= 0 && from[2] >= 0 && dup2(from[0], 0) >= 0 &&
        dup2(from[1], 1) >= 0 && dup2(from[2], 2) >= 0 &&
        close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) == 0) {
      sigset_t none;
      sigemptyset(&none);
      sigprocmask(SIG_SETMASK, &none, NULL);
      execve(path, arguments, environment);
    }
  } else {
    errno = ESRCH;
  }
  int reason = errno;
  (void)!write(report, &reason, sizeof reason);
  _exit(127);
}

int csystem_spawn(const char *path, char *const arguments[], char *const environment[], int input,
                  int output, int error, pid_t *process) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return errno;

  // No handler of this program may run in the child before its handlers are reset.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    become(path, arguments, environment, input, output, error, parent, report[1]);
  }
  int reason = child < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report[1]);

  // The pipe closes without a word when exec succeeds.
  if (child > 0) {
    ssize_t count;
    do count = read(report[0], &reason, sizeof reason);
    while (count < 0 && errno == EINTR);
    if (count <= 0) reason = 0;
    if (reason != 0) {
      while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    } else {
      *process = child;
    }
  }
  close(report[0]);
  return reason;
}

int csystem_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int csystem_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
