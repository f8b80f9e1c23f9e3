#define _GNU_SOURCE
#include "files.h"

#include <fcntl.h>
#include <stdio.h>

// The number of the flag depends on the processor.
_Static_assert(RUBATO_O_PATH == O_PATH, "O_PATH differs here");

void rubato_print_line_by_line(void) { setvbuf(stdout, NULL, _IOLBF, 0); }
