#define _GNU_SOURCE

#include "CMainQueue.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

// Declarations of <dispatch/dispatch.h>, which C targets do not find in Swift's toolchain. The variable is the main
// queue.
extern struct dispatch_queue_s _dispatch_main_q;
extern void dispatch_async_f(struct dispatch_queue_s *queue, void *context, void (*work)(void *));

static atomic_bool has_turned;

static void turn(void *context) {
  (void)context;
  atomic_store(&has_turned, true);
}

// Runs after all work that was submitted before the queue was first served, such as the first part of an async main.
static void turn_again(void *context) {
  (void)context;
  dispatch_async_f(&_dispatch_main_q, NULL, turn);
}

// Returns whether libdispatch is linked statically into this program. Its constructor then runs after the one below,
// and a main queue that was used before its constructor is never served.
static bool is_linked_in(void) {
  Dl_info own, library;
  return !dladdr((void *)&turn, &own) || !dladdr((void *)&dispatch_async_f, &library) ||
         own.dli_fbase == library.dli_fbase;
}

// Runs before main, since no other code of a library runs before its first use.
__attribute__((constructor)) static void watch_main_queue(void) {
  if (!is_linked_in()) dispatch_async_f(&_dispatch_main_q, NULL, turn_again);
}

bool rubato_main_queue_has_turned(void) { return atomic_load(&has_turned); }
