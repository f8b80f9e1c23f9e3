#define _GNU_SOURCE

#include "CMainQueue.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

// Of <dispatch/dispatch.h>, which C targets do not find beside Swift's toolchain. Its main queue is this variable.
extern struct dispatch_queue_s _dispatch_main_q;
extern void dispatch_async_f(struct dispatch_queue_s *queue, void *context, void (*work)(void *));

static atomic_bool has_turned;

static void turn(void *context) {
  (void)context;
  atomic_store(&has_turned, true);
}

// Behind what was put on the queue before it was first served, such as the beginning of an async main.
static void turn_again(void *context) {
  (void)context;
  dispatch_async_f(&_dispatch_main_q, NULL, turn);
}

// Whether libdispatch is linked into this very file. Its constructor then runs after the one below, and a main queue that was used
// before that is never served.
static bool is_linked_in(void) {
  Dl_info own, library;
  return !dladdr((void *)&turn, &own) || !dladdr((void *)&dispatch_async_f, &library) ||
         own.dli_fbase == library.dli_fbase;
}

// Before main, since nothing else of a library runs unless it is used.
__attribute__((constructor)) static void watch_main_queue(void) {
  if (!is_linked_in()) dispatch_async_f(&_dispatch_main_q, NULL, turn_again);
}

bool rubato_main_queue_has_turned(void) { return atomic_load(&has_turned); }
