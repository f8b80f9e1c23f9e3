#define _GNU_SOURCE
#include "CFiles.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define GUARDS_NOTHING 1
#endif
#endif
#if !defined(__linux__)
#define GUARDS_NOTHING 1
#endif

#if GUARDS_NOTHING

bool rubato_guard_files(rubato_file_guard guard) {
  (void)guard;
  return false;
}

#else

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The functions of the C library. */
static struct {
  int (*open)(const char *, int, ...);
  int (*openat)(int, const char *, int, ...);
} library;

static void find(void) {
  library.open = dlsym(RTLD_NEXT, "open");
  library.openat = dlsym(RTLD_NEXT, "openat");
}

static void need_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find);
}

static _Atomic(rubato_file_guard) present_guard;

/* Whether this thread runs the guard, which can open files itself. */
static _Thread_local bool is_in_guard;

static bool refuses(const char *path) {
  rubato_file_guard guard = atomic_load_explicit(&present_guard, memory_order_relaxed);
  if (!guard || is_in_guard || !path) return false;
  int error = errno;
  is_in_guard = true;
  bool is_refused = guard(path);
  is_in_guard = false;
  errno = is_refused ? EPERM : error;
  return is_refused;
}

/* A path relative to another directory is not guarded. */
static bool refuses_at(int directory, const char *path) {
  return (directory == AT_FDCWD || (path && path[0] == '/')) && refuses(path);
}

static int open_really(int directory, const char *path, int flags, mode_t mode) {
  need_library();
  if (directory == AT_FDCWD && library.open) return library.open(path, flags, mode);
  if (library.openat) return library.openat(directory, path, flags, mode);
  /* The C library is linked statically, so its functions were not found. */
  return (int)syscall(SYS_openat, directory, path, flags, mode);
}

static int take_open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = __OPEN_NEEDS_MODE(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return refuses(path) ? -1 : open_really(AT_FDCWD, path, flags, mode);
}

static int take_openat(int directory, const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = __OPEN_NEEDS_MODE(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return refuses_at(directory, path) ? -1 : open_really(directory, path, flags, mode);
}

/* For callers that were built with _FORTIFY_SOURCE. These calls create no file. */
static int take_open_2(const char *path, int flags) { return take_open(path, flags); }

#define IN_PLACE(function) __attribute__((weak, alias(#function)))

/* On 64-bit machines, the two names of each function have the same meaning. */
int open(const char *, int, ...) IN_PLACE(take_open);
int open64(const char *, int, ...) IN_PLACE(take_open);
int openat(int, const char *, int, ...) IN_PLACE(take_openat);
int openat64(int, const char *, int, ...) IN_PLACE(take_openat);
int __open_2(const char *, int) IN_PLACE(take_open_2);
int __open64_2(const char *, int) IN_PLACE(take_open_2);

bool rubato_guard_files(rubato_file_guard guard) {
  need_library();
  if (dlsym(RTLD_DEFAULT, "open") != (void *)take_open) return false;
  if (!library.open || !library.openat) return false;
  atomic_store(&present_guard, guard);
  return true;
}

#endif
