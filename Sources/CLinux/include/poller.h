// Waiting for many descriptors at once (epoll(7)), which Swift cannot import by itself.
#ifndef RUBATO_POLLER_H
#define RUBATO_POLLER_H

#include <stdint.h>

enum { RUBATO_READABLE = 1, RUBATO_WRITABLE = 2, RUBATO_PRIORITY = 4 };

/// A descriptor that waits for others (epoll(7)); -1 with errno.
int rubato_poller_open(void);

/// Waits for the next of `readiness`, which says `number`, and for no more until it is armed; -1 with errno.
int rubato_poller_add(int poller, int fd, uint64_t number, int readiness);

/// Waits for the next of `readiness` again; -1 with errno. An error and the end of the other side are told
/// once, whatever is waited for.
int rubato_poller_arm(int poller, int fd, uint64_t number, int readiness);

void rubato_poller_remove(int poller, int fd);

/// Blocks until something is ready, and takes what is; -1 with errno.
int rubato_poller_wait(int poller, uint64_t *numbers, int capacity);

#endif
