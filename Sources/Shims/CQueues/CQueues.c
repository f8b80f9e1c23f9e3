#define _GNU_SOURCE
#include "CQueues.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#if __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

/* On other systems, a program cannot replace functions of its libraries. */
#if !__linux__
#define FOLLOWS_NOTHING 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define FOLLOWS_NOTHING 1
#endif
#endif

#if __linux__

int32_t rubato_own_thread(void) { return (int32_t)syscall(SYS_gettid); }

bool rubato_is_sleep(long number, uint64_t timeout) {
  if (number == SYS_clock_nanosleep) return true;
#ifdef SYS_nanosleep
  if (number == SYS_nanosleep) return true;
#endif
  return number == SYS_futex && timeout != 0;
}

#else

/* Thread numbers are not used outside Linux. */
int32_t rubato_own_thread(void) { return 0; }

bool rubato_is_sleep(long number, uint64_t timeout) {
  (void)number, (void)timeout;
  return false;
}

#endif

void dispatch_retain(void *object);
void dispatch_release(void *object);

void rubato_keep_queue(void *queue) { dispatch_retain(queue); }
void rubato_release_queue(void *queue) { dispatch_release(queue); }

/* The layout of a block by the compiler, then the fields that libdispatch adds for a work item (queue_internal.h). */
struct block {
  void *class;
  int32_t flags, reserved;
  void *invoke;
  struct { unsigned long reserved, size; } *descriptor;
  unsigned long magic, item_flags;
};

bool rubato_wants_barrier(const void *pointer) {
  const struct block *block = pointer;
  const unsigned long magic = 0xD159B10C, barrier = 1;
  return block->descriptor->size >= sizeof *block && block->magic == magic
      && block->item_flags & barrier;
}

/* The functions of the libraries. */
static struct {
  void (*async)(void *, const void *);
  void (*barrier)(void *, const void *);
  void (*group)(void *, void *, const void *);
  void (*notify)(void *, void *, const void *);
  void (*after)(uint64_t, void *, const void *);
  int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
} library;

static void find(void) {
  library.async = dlsym(RTLD_NEXT, "dispatch_async");
  library.barrier = dlsym(RTLD_NEXT, "dispatch_barrier_async");
  library.group = dlsym(RTLD_NEXT, "dispatch_group_async");
  library.notify = dlsym(RTLD_NEXT, "dispatch_group_notify");
  library.after = dlsym(RTLD_NEXT, "dispatch_after");
  library.create = dlsym(RTLD_NEXT, "pthread_create");
}

static void need_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find);
}

void rubato_hand_over(struct rubato_hand_over call, const void *block) {
  need_library();
  switch (call.sort) {
  case RUBATO_ASYNC: return library.async(call.queue, block);
  case RUBATO_BARRIER: return library.barrier(call.queue, block);
  case RUBATO_GROUP: return library.group(call.group, call.queue, block);
  case RUBATO_NOTIFY: return library.notify(call.group, call.queue, block);
  case RUBATO_AFTER: return library.after(call.when, call.queue, block);
  }
}

static _Thread_local void *following;

void *rubato_following(void) { return following; }

#if FOLLOWS_NOTHING

bool rubato_follow_blocks(rubato_block_follower follower) {
  (void)follower;
  return false;
}

void rubato_follow_threads(struct rubato_thread_follower follower) { (void)follower; }

#else

static _Atomic(rubato_block_follower) block_follower;

static void take(struct rubato_hand_over call, const void *block) {
  rubato_block_follower follower = atomic_load(&block_follower);
  if (follower) follower(call, block); else rubato_hand_over(call, block);
}

/* Weak, so that the definitions of libdispatch take precedence if it is linked statically. */
#define IN_PLACE(name, function) __attribute__((weak, alias(#function)))

static void take_async(void *queue, const void *block) {
  take((struct rubato_hand_over){RUBATO_ASYNC, queue, NULL, 0}, block);
}
static void take_barrier(void *queue, const void *block) {
  take((struct rubato_hand_over){RUBATO_BARRIER, queue, NULL, 0}, block);
}
static void take_group(void *group, void *queue, const void *block) {
  take((struct rubato_hand_over){RUBATO_GROUP, queue, group, 0}, block);
}
static void take_notify(void *group, void *queue, const void *block) {
  take((struct rubato_hand_over){RUBATO_NOTIFY, queue, group, 0}, block);
}
static void take_after(uint64_t when, void *queue, const void *block) {
  take((struct rubato_hand_over){RUBATO_AFTER, queue, NULL, when}, block);
}

void dispatch_async(void *, const void *) IN_PLACE(dispatch_async, take_async);
void dispatch_barrier_async(void *, const void *) IN_PLACE(dispatch_barrier_async, take_barrier);
void dispatch_group_async(void *, void *, const void *) IN_PLACE(dispatch_group_async, take_group);
void dispatch_group_notify(void *, void *, const void *) IN_PLACE(dispatch_group_notify, take_notify);
void dispatch_after(uint64_t, void *, const void *) IN_PLACE(dispatch_after, take_after);

bool rubato_follow_blocks(rubato_block_follower follower) {
  if (dlsym(RTLD_DEFAULT, "dispatch_async") != (void *)take_async) return false;
  need_library();
  if (!library.async || !library.barrier || !library.group || !library.notify || !library.after) return false;
  atomic_store(&block_follower, follower);
  return true;
}

/* Threads. */

static struct rubato_thread_follower thread_follower;
static atomic_bool follows_threads;

void rubato_follow_threads(struct rubato_thread_follower follower) {
  thread_follower = follower;
  atomic_store(&follows_threads, true);
}

struct beginning {
  void *(*start)(void *);
  void *argument;
  void *following;
};

static void end(void *followed) {
  following = NULL;
  thread_follower.ends(followed);
}

static void *begin(void *pointer) {
  struct beginning beginning = *(struct beginning *)pointer;
  free(pointer);
  following = beginning.following;
  thread_follower.has_begun(following, rubato_own_thread());
  void *result;
  /* The cleanup also runs if the thread ends with pthread_exit. */
  pthread_cleanup_push(end, beginning.following);
  result = beginning.start(beginning.argument);
  pthread_cleanup_pop(1);
  return result;
}

/* Threads of libdispatch's pool belong to no code of the test. */
static bool is_of_pool(void *(*start)(void *)) {
  Dl_info info;
  return dladdr((void *)start, &info) && info.dli_fname && strstr(info.dli_fname, "libdispatch");
}

static int take_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  need_library();
  void *followed = NULL;
  struct beginning *beginning = NULL;
  if (atomic_load(&follows_threads) && !is_of_pool(start)) followed = thread_follower.begins();
  if (followed) beginning = malloc(sizeof *beginning);
  if (!beginning) {
    if (followed) thread_follower.ends(followed);
    return library.create(thread, attributes, start, argument);
  }
  *beginning = (struct beginning){start, argument, followed};
  int error = library.create(thread, attributes, begin, beginning);
  if (error) {
    free(beginning);
    thread_follower.ends(followed);
  }
  return error;
}

int pthread_create(
    pthread_t *restrict, const pthread_attr_t *restrict, void *(*)(void *), void *restrict)
    IN_PLACE(pthread_create, take_create);

#endif
