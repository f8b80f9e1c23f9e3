// Reads the stack of another thread of this process without stopping it.
#ifndef RUBATO_STACK_H
#define RUBATO_STACK_H

#include <stdint.h>
#include <sys/types.h>

/// Returns the number of the calling thread (gettid(2)).
pid_t rubato_thread(void);

/// Stores the return addresses of a waiting thread of this process, the innermost first.
///
/// The kernel reports the address at which a thread waits. The callers are found by frame pointers, so the addresses of
/// functions that were compiled without frame pointers are missing.
///
/// @return The number of addresses; 0 if the thread is running or the kernel does not report its address.
int32_t rubato_thread_stack(pid_t thread, uintptr_t *addresses, int32_t limit);

/// Returns the name of the function that contains an address of this process's code, or the file and the offset if the
/// name is unknown. The caller frees the text. NULL if memory is missing.
char *rubato_function(uintptr_t address);

#endif
