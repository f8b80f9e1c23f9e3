// Flags of files that <fcntl.h> shows only under _GNU_SOURCE.
#ifndef RUBATO_FILES_H
#define RUBATO_FILES_H

// open(2): a place to hold, and not to read.
enum { RUBATO_O_PATH = 010000000 };

#endif
