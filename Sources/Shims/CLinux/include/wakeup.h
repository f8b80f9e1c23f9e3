// How other threads wake an event loop (eventfd(2)), and its thread's name, which Swift cannot import by itself.
#ifndef RUBATO_WAKEUP_H
#define RUBATO_WAKEUP_H

#include <semaphore.h>
#include <stdint.h>

// sched(7), shown only under _GNU_SOURCE: the policy is not passed on to children and threads.
enum { RUBATO_SCHED_RESET_ON_FORK = 0x40000000 };

/// A descriptor that can be read once it was woken; it does not block. -1 with errno.
int rubato_wakeup_open(void);

void rubato_wakeup_send(int wakeup);

/// Takes all that was sent.
void rubato_wakeup_take(int wakeup);

/// Names the thread that calls it; at most 15 bytes (pthread_setname_np(3)).
void rubato_name_thread(const char *name);

/// Waits for a semaphore, so many nanoseconds at most. Whether it came.
int rubato_semaphore_wait(sem_t *semaphore, int64_t nanoseconds);

#endif
