// Follows the work that code submits to queues and threads, in the process of a test. The executable's versions of
// functions of libdispatch and of the C library are found first. They call the versions of the library. Without a
// follower, they do nothing else.
#ifndef RUBATO_CQUEUES_H
#define RUBATO_CQUEUES_H

#include <stdbool.h>
#include <stdint.h>

/// The functions that submit a block.
enum rubato_sort {
  RUBATO_ASYNC,
  RUBATO_BARRIER,
  RUBATO_GROUP,
  RUBATO_NOTIFY,
  RUBATO_AFTER,
};

/// A call of one of these functions, without its block.
struct rubato_hand_over {
  int sort;
  void *_Nonnull queue;
  /// Null if the function has none.
  void *_Nullable group;
  /// A dispatch_time_t; 0 if the function has none.
  uint64_t when;
};

/// Runs instead of a call.
typedef void (*rubato_block_follower)(struct rubato_hand_over call, const void *_Nonnull block);

/// Runs `follower` instead of each later call.
///
/// - Returns: Whether calls are followed. They are not if libdispatch is linked statically, with a sanitizer, which
///   replaces the same functions, and on a Mac.
bool rubato_follow_blocks(rubato_block_follower _Nonnull follower);

/// Makes a call with the function of the library.
void rubato_hand_over(struct rubato_hand_over call, const void *_Nonnull block);

/// Returns whether a block is a work item that must run alone in its queue. A block that wraps it must have the same
/// flag.
bool rubato_wants_barrier(const void *_Nonnull block);

/// Retain and release a queue.
void rubato_keep_queue(void *_Nonnull queue);
void rubato_release_queue(void *_Nonnull queue);

/// The functions that are called for each thread.
struct rubato_thread_follower {
  /// Called before a thread starts. Returns the object that follows it; null if none does.
  void *_Nullable (*_Nonnull begins)(void);
  /// Called on the new thread, with its number.
  void (*_Nonnull has_begun)(void *_Nonnull following, int32_t thread);
  /// Called when the thread ends. Releases the object that has followed it.
  void (*_Nonnull ends)(void *_Nonnull following);
};

/// Follows all threads that start from now on, except for those of libdispatch.
void rubato_follow_threads(struct rubato_thread_follower follower);

/// Returns the object that follows the present thread; null if none does.
void *_Nullable rubato_following(void);

/// Returns the number of the present thread in /proc/self/task; 0 on other systems than Linux.
int32_t rubato_own_thread(void);

/// Returns whether a system call ends without an event after some time.
///
/// - Parameters:
///   - number: The number of the call.
///   - timeout: Its fourth argument.
bool rubato_is_sleep(long number, uint64_t timeout);

#endif
