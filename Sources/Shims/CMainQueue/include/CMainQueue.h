// Reports whether the main queue has completed a turn, also if that was before the first use of this library.
#ifndef RUBATO_CMAINQUEUE_H
#define RUBATO_CMAINQUEUE_H

#include <stdbool.h>

/// Returns whether the main queue has completed all work that was on it when the process began to serve it. This
/// includes the first part of an async main, up to its first await.
bool rubato_main_queue_has_turned(void);

#endif
