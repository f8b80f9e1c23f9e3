// Flags of files that <fcntl.h> declares only with _GNU_SOURCE.
#ifndef RUBATO_FILES_H
#define RUBATO_FILES_H

// A flag of open(2): the descriptor refers to the path, and cannot be read.
enum { RUBATO_O_PATH = 010000000 };

/// Makes `stdout` line-buffered. Swift refuses access to `stdout`, since threads share it without a lock.
void rubato_print_line_by_line(void);

#endif
