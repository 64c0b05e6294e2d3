#pragma once
#include <sys/types.h>

/// Starts a program whose life is tied to the thread that calls this.
///
/// Swift can't call `fork`, and `posix_spawn` can't ask for a signal when the parent dies. The
/// program gets `input`, `output` and `error` as its descriptors 0, 1 and 2 and no others, no
/// blocked or ignored signals, and a process group of its own. It is killed when the calling
/// *thread* ends, so that thread must outlive it.
///
/// Returns 0 and the process in `process`, or an errno value when the program can't be started.
int csystem_spawn(const char *path, char *const arguments[], char *const environment[], int input,
                  int output, int error, pid_t *process);

/// A descriptor that becomes readable when `process` has ended, or -1 with errno set.
int csystem_pidfd_open(pid_t process);

/// A pipe whose ends, for reading and for writing, no other program inherits. Swift's Glibc lacks
/// `pipe2`. Returns 0, or -1 with errno set.
int csystem_pipe(int ends[2]);
