// How other threads wake an event loop (eventfd(2)), and its thread's name, which Swift cannot import by itself.
#ifndef RUBATO_WAKEUP_H
#define RUBATO_WAKEUP_H

/// A descriptor that can be read once it was woken; it does not block. -1 with errno.
int rubato_wakeup_open(void);

void rubato_wakeup_send(int wakeup);

/// Takes all that was sent.
void rubato_wakeup_take(int wakeup);

/// Names the thread that calls it; at most 15 bytes (pthread_setname_np(3)).
void rubato_name_thread(const char *name);

#endif
