// Functions with which other threads wake an event loop (eventfd(2)), and declarations that Swift cannot import.
#ifndef RUBATO_WAKEUP_H
#define RUBATO_WAKEUP_H

#include <semaphore.h>
#include <stdint.h>

// A flag of sched(7), declared only with _GNU_SOURCE: children and threads do not inherit the policy.
enum { RUBATO_SCHED_RESET_ON_FORK = 0x40000000 };

/// Opens a descriptor that is readable after a wakeup. It does not block. Returns -1 with errno on an error.
int rubato_wakeup_open(void);

void rubato_wakeup_send(int wakeup);

/// Reads all wakeups, so that the descriptor is no longer readable.
void rubato_wakeup_take(int wakeup);

/// Sets the name of the calling thread, at most 15 bytes (pthread_setname_np(3)).
void rubato_name_thread(const char *name);

/// Waits for a semaphore, at most `nanoseconds`. Returns whether it was acquired.
int rubato_semaphore_wait(sem_t *semaphore, int64_t nanoseconds);

#endif
