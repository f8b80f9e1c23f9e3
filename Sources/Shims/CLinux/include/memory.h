// Release of memory that a process does not need at the moment (madvise(2), malloc_trim(3)).
#ifndef RUBATO_MEMORY_H
#define RUBATO_MEMORY_H

/// Returns free memory of the heap to the system, and unmaps the code and the constants of the program and its
/// libraries. The kernel maps each page again from the page cache when it is used. Until then, the kernel can use the
/// memory for other purposes.
void rubato_release_memory(void);

#endif
