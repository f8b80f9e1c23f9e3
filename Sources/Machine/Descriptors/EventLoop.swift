import CSystemd
import Glibc

/// A thread that waits for descriptors, timers, signals and blocks of other threads, and calls back for one event
/// after the other: sd-event(3), which handles the event first that has waited longest.
///
/// The loop's watches and timers are created and changed only on its thread.
package final class EventLoop: Sendable {
  private let core: LoopCore
  private let thread: pthread_t

  /// Makes a loop of the calling thread, which then calls `run`.
  package init() {
    guard let core = LoopCore() else { LoopCore.fail("the event loop", errno) }
    (self.core, thread) = (core, pthread_self())
  }

  /// Makes a loop with a thread of its own, which ends some time after the loop was released.
  ///
  /// - Parameter name: The name of the thread, at most 15 bytes.
  package init(name: String) {
    guard let (core, thread) = Self.makeParts(name) else { LoopCore.fail("the event loop", errno) }
    (self.core, self.thread) = (core, thread)
  }

  /// Makes a loop with a thread of its own, if there are enough descriptors and threads.
  ///
  /// - Returns: `nil` if there are too few, with the reason in `errno`.
  package init?(ifPossible name: String) {
    guard let (core, thread) = Self.makeParts(name) else { return nil }
    (self.core, self.thread) = (core, thread)
  }

  /// Makes the parts of a loop, and starts its thread with this name; `nil`, with the reason in `errno`, if there are
  /// too few descriptors or threads.
  private static func makeParts(_ name: String) -> (core: LoopCore, thread: pthread_t)? {
    guard let core = LoopCore(), let thread = Thread.begin(name, { core.run { false } }) else {
      return nil
    }
    return (core, thread)
  }

  deinit { core.posted.end() }

  /// The sd-event object, used only by its thread.
  var event: OpaquePointer { core.event }

  /// Handles events until `isDone`, which is called after each event. For a loop of the calling thread, and not
  /// from a callback.
  package func run(until isDone: () -> Bool) {
    assertIsCurrent()
    core.run(until: isDone)
  }

  /// Calls `body` on the loop's thread, after the blocks that were passed earlier, and returns immediately. Any thread
  /// may call this.
  package func execute(_ body: @escaping @Sendable () -> Void) {
    core.posted.add(body, isOwnThread: isCurrent)
  }

  /// Calls `body` on the loop, from any thread: after the blocks that it is calling now, without a turn of its own, or
  /// like `execute` if it is calling none. For a short `body` that completes the work of those blocks.
  package func executeLast(_ body: @escaping @Sendable () -> Void) {
    core.posted.addLast(body, isOwnThread: isCurrent)
  }

  /// Calls `body` after all other pending events. For the loop's own thread.
  package func afterOthers(_ body: @escaping () -> Void) {
    let body = LoopConfined(body, to: self)
    execute { body.value() }
  }

  /// Calls `body` once, after `delay`. For the loop's own thread.
  package func after(_ delay: Duration, _ body: @escaping () -> Void) {
    // The closure keeps the timer until it is called.
    var timer: LoopTimer?
    timer = LoopTimer(on: self) {
      timer = nil
      body()
    }
    timer?.set(after: delay)
  }

  /// Calls `body` on the loop's thread, and returns when it has returned. On that thread itself, calls it
  /// immediately.
  package func sync<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if isCurrent { return try body() }
    let latch = Latch()
    // Only one thread at a time uses this: the calling thread waits for the other.
    nonisolated(unsafe) let call = Call<Value, Failure>()
    withoutActuallyEscaping(body) { body in
      call.body = body
      execute {
        call.callBody()
        latch.open()
      }
      latch.wait()
    }
    guard let result = call.result else { preconditionFailure("the block was not called") }
    return try result.get()
  }

  /// Whether this is the thread of the loop.
  package var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }

  /// Ends the process with an error if this is not the thread of the loop.
  package func assertIsCurrent() {
    precondition(isCurrent, "this belongs to another thread")
  }

  /// The number of times that the thread was woken. For the loop's own thread.
  package var wakeups: Int {
    assertIsCurrent()
    return core.wakeups
  }

  /// Gives the thread a real-time priority for this timer, as described at `LoopPriority`. For the loop's own thread.
  func raisePriority(for timer: OpaquePointer) { core.priority.setUrgentTimer(timer) }
}

/// A value that only one event loop may use. Other threads may hold it on the way there.
package struct LoopConfined<Value>: @unchecked Sendable {
  private let confined: Value
  private let loop: EventLoop

  package init(_ value: Value, to loop: EventLoop) {
    (confined, self.loop) = (value, loop)
  }

  package var value: Value {
    loop.assertIsCurrent()
    return confined
  }
}

/// A block that another thread calls for a waiting one, and its result. Used by `EventLoop.sync`.
private final class Call<Value, Failure: Error> {
  var body: (() throws(Failure) -> Value)?
  private(set) var result: Result<Value, Failure>?

  /// Calls the block and stores its result.
  func callBody() {
    // The closure belongs to the caller, and is released before the caller continues.
    guard let body = body.take() else { return }
    result = Result { () throws(Failure) in try body() }
  }
}
