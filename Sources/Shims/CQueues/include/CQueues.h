// Follows what code hands over to queues and threads, in the process of a test. Functions of libdispatch and of the C library are
// found in the executable first, and go on to the library from there. Where nothing is followed, that is all that they do.
#ifndef RUBATO_CQUEUES_H
#define RUBATO_CQUEUES_H

#include <stdbool.h>
#include <stdint.h>

/// The functions that hand over a block.
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
  /// Null where there is none.
  void *_Nullable group;
  /// A dispatch_time_t; 0 where the function has none.
  uint64_t when;
};

/// Takes the place of a call.
typedef void (*rubato_block_follower)(struct rubato_hand_over call, const void *_Nonnull block);

/// Has `follower` take the place of all calls from now on.
///
/// - Returns: Whether there will be any: none where libdispatch is linked statically, none beside a sanitizer, which takes
///   their place itself, and none on a Mac.
bool rubato_follow_blocks(rubato_block_follower _Nonnull follower);

/// Makes a call as it was meant.
void rubato_hand_over(struct rubato_hand_over call, const void *_Nonnull block);

/// Whether a block is a work item that is to run alone in its queue, which a block around it has to say.
bool rubato_wants_barrier(const void *_Nonnull block);

/// Keep a queue, and let go of it.
void rubato_keep_queue(void *_Nonnull queue);
void rubato_release_queue(void *_Nonnull queue);

/// What is told of threads.
struct rubato_thread_follower {
  /// One begins. Returns what follows it; null where nothing does.
  void *_Nullable (*_Nonnull begins)(void);
  /// It has begun, with its number.
  void (*_Nonnull has_begun)(void *_Nonnull following, int32_t thread);
  /// It ends. Lets go of what has followed it.
  void (*_Nonnull ends)(void *_Nonnull following);
};

/// Has all threads followed that begin from now on, but for those of libdispatch.
void rubato_follow_threads(struct rubato_thread_follower follower);

/// What follows the present thread; null where nothing does.
void *_Nullable rubato_following(void);

/// The number of the present thread in /proc/self/task; 0 elsewhere than on Linux.
int32_t rubato_own_thread(void);

/// Whether a system call ends by itself after a while.
///
/// - Parameters:
///   - number: The number of the call.
///   - timeout: Its fourth argument.
bool rubato_is_sleep(long number, uint64_t timeout);

#endif
