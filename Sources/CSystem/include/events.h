// What the event loops need and Swift's Glibc module does not offer.
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

// prctl takes variable arguments, which Swift cannot call.
static inline void csystem_name_this_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
