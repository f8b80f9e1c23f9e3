// Refuses to open files, in the process of a test. Functions of the C library are found in the executable first, and continue
// in the library.
#ifndef RUBATO_CFILES_H
#define RUBATO_CFILES_H

#include <stdbool.h>

/// Returns whether the current code must not open the file.
typedef bool (*rubato_file_guard)(const char *_Nonnull path);

/// Calls `guard` before each call that opens a file. A refused call fails with EPERM.
///
/// - Returns: Whether calls are guarded. They are not next to a sanitizer, which replaces the same functions, and not
///   outside Linux.
bool rubato_guard_files(rubato_file_guard _Nonnull guard);

#endif
