// What the event loops need and Swift's Glibc module does not offer.
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

// prctl takes variable arguments, which Swift cannot call.
static inline void csystem_name_this_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

// Catches the first SIGINT or SIGTERM of the process; gives an eventfd that can be read from then on,
// or -1 with errno. A handler in Swift would not be safe inside a signal.
int csystem_catch_stop_signals(void);
