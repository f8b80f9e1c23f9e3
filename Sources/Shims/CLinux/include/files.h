// Flags of files that <fcntl.h> shows only under _GNU_SOURCE.
#ifndef RUBATO_FILES_H
#define RUBATO_FILES_H

// open(2): a place to hold, and not to read.
enum { RUBATO_O_PATH = 010000000 };

/// Has what is printed written line by line. Swift takes `stdout` for state that threads share unguarded.
void rubato_print_line_by_line(void);

#endif
