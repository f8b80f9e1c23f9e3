import CSystemd
import Glibc

/// A thread that waits for descriptors, moments, signals and blocks of other threads, and calls back one after the other:
/// sd-event(3), which takes first the event that has waited longest.
///
/// Watches and timers of it are made and changed on its thread alone.
package final class EventLoop: Sendable {
  private let core: LoopCore
  private let thread: pthread_t

  /// A loop of the calling thread, which then calls `run`.
  package init() {
    guard let core = LoopCore() else { LoopCore.fail("the event loop", errno) }
    (self.core, thread) = (core, pthread_self())
  }

  /// A loop with a thread of its own, which ends some time after the loop is let go of.
  ///
  /// - Parameter name: Of the thread, at most 15 bytes.
  package init(name: String) {
    guard let (core, thread) = Self.begin(name) else { LoopCore.fail("the event loop", errno) }
    (self.core, self.thread) = (core, thread)
  }

  /// The same where there may be too few descriptors or threads.
  ///
  /// - Returns: `nil` then, with the reason in `errno`.
  package init?(ifPossible name: String) {
    guard let (core, thread) = Self.begin(name) else { return nil }
    (self.core, self.thread) = (core, thread)
  }

  private static func begin(_ name: String) -> (LoopCore, pthread_t)? {
    guard let core = LoopCore(), let thread = Thread.begin(name, { core.run { false } }) else {
      return nil
    }
    return (core, thread)
  }

  deinit { core.posted.end() }

  /// Used by its thread alone.
  var event: OpaquePointer { core.event }

  /// Takes events until `isDone`, which is asked after each. For a loop of the calling thread, and not from a callback.
  package func run(until isDone: () -> Bool) {
    assertIsCurrent()
    core.run(until: isDone)
  }

  /// Has `body` called by the loop, behind all that it was given before. From any thread.
  package func execute(_ body: @escaping @Sendable () -> Void) {
    core.posted.add(body, isOwnThread: isCurrent)
  }

  /// Has `body` called when everything else has had its turn. For the loop's own thread.
  package func afterOthers(_ body: @escaping () -> Void) {
    let body = LoopConfined(body, to: self)
    execute { body.value() }
  }

  /// Has `body` called once, after `delay`. For the loop's own thread.
  package func after(_ delay: Duration, _ body: @escaping () -> Void) {
    var timer: LoopTimer?
    timer = LoopTimer(on: self) {
      timer = nil
      body()
    }
    timer?.set(after: delay)
  }

  /// Calls `body` on the loop's thread, and returns when it has returned. On that thread itself it is called at once.
  package func sync<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if isCurrent { return try body() }
    let latch = Latch()
    // One thread at a time uses this: this one waits for the other.
    nonisolated(unsafe) let call = Call<Value, Failure>()
    withoutActuallyEscaping(body) { body in
      call.body = body
      execute {
        call.make()
        latch.open()
      }
      latch.wait()
    }
    guard let result = call.result else { preconditionFailure("the block was not called") }
    return try result.get()
  }

  /// Whether this is the thread of the loop.
  package var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }

  package func assertIsCurrent() {
    precondition(isCurrent, "this belongs to another thread")
  }

  /// See `LoopPriority`. For the loop's own thread.
  func comeFirst(for source: OpaquePointer) { core.priority.follow(source) }
}

/// Something that one event loop alone may use. On the way there other threads may hold it.
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

private final class Call<Value, Failure: Error> {
  var body: (() throws(Failure) -> Value)?
  private(set) var result: Result<Value, Failure>?

  func make() {
    // It is let go of before the caller goes on, whose closure it is.
    guard let body = body.take() else { return }
    result = Result { () throws(Failure) in try body() }
  }
}
