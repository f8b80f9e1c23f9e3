// Whether the main queue has turned, also if that was before the library was first used.
#ifndef RUBATO_CMAINQUEUE_H
#define RUBATO_CMAINQUEUE_H

#include <stdbool.h>

/// Whether the main queue has done what was on it when the process began to serve it; the first part of an async main, up to its
/// first await, is among that.
bool rubato_main_queue_has_turned(void);

#endif
