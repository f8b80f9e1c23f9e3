// The stack of another thread of this process, without stopping it.
#ifndef RUBATO_STACK_H
#define RUBATO_STACK_H

#include <stdint.h>
#include <sys/types.h>

/// The number of the calling thread (gettid(2)).
pid_t rubato_thread(void);

/// The addresses that a waiting thread of this process has come from, the innermost first.
///
/// The kernel tells where a thread waits; the callers are found by frame pointers, so functions that were compiled without them are
/// left out.
///
/// @return How many there are: 0 if the thread runs, or the kernel does not tell.
int32_t rubato_thread_stack(pid_t thread, uintptr_t *addresses, int32_t limit);

/// The function that an address of this process's code belongs to, or else its file and place. To be freed; NULL if there is no
/// memory.
char *rubato_function(uintptr_t address);

#endif
