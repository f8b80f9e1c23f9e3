import CLinux
import CSystemd
import Glibc
import Synchronization

/// A thread that waits for descriptors, moments, and blocks of other threads, and calls back one after the other: sd-event(3),
/// which takes first the event that has waited longest. It never ends.
///
/// Watches and timers of it are made, changed and let go in its callbacks alone.
package final class EventLoop: Sendable {
  /// Used by its thread alone.
  nonisolated(unsafe) let event: OpaquePointer
  private let thread: pthread_t
  private let posted: PostedBlocks

  /// - Parameter name: Of the thread, at most 15 bytes.
  package init(name: String) {
    let start = Start(name)
    (event, posted) = (start.event, start.posted)
    thread = start.begin()
  }

  /// Has `body` called by the loop, behind all that it was given before. From any thread.
  package func execute(_ body: @escaping @Sendable () -> Void) { posted.add(body) }

  /// Has `body` called when everything else has had its turn. For the loop's own thread.
  package func afterOthers(_ body: @escaping () -> Void) {
    let body = LoopConfined(body, to: self)
    execute { body.value() }
  }

  /// Whether this is the thread of the loop.
  package var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }

  fileprivate static func fail(_ operation: String, _ code: CInt) -> Never {
    fatalError("\(operation) failed: \(String(cString: strerror(code)))")
  }
}

/// The parts of a loop, and the start of its thread.
private final class Start {
  let event: OpaquePointer
  let posted: PostedBlocks
  private let name: String

  init(_ name: String) {
    var made: OpaquePointer?
    let code = sd_event_new(&made)
    guard code >= 0, let made else { EventLoop.fail("sd_event_new", -code) }
    // Has the loop make its descriptor for timers now: later there may be none left.
    let never = sd_event_add_time(
      made, nil, CLOCK_MONOTONIC, .max, 0, { _, _, _ in 0 }, nil)
    guard never >= 0 else { EventLoop.fail("sd_event_add_time", -never) }
    (event, posted, self.name) = (made, PostedBlocks(made), name)
  }

  /// Begins the thread, which runs the loop for ever.
  func begin() -> pthread_t {
    var thread = pthread_t()
    let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { start in
      if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().run() }
      return nil
    }
    let failure = pthread_create(&thread, nil, run, Unmanaged.passRetained(self).toOpaque())
    guard failure == 0 else { EventLoop.fail("pthread_create", failure) }
    pthread_detach(thread)
    return thread
  }

  private func run() {
    rubato_name_thread(name)
    blockSignals()
    let code = sd_event_loop(event)
    EventLoop.fail("sd_event_loop", -code)
  }
}

/// Something that one event loop alone may use. On the way there other threads may hold it.
package struct LoopConfined<Value>: @unchecked Sendable {
  private let confined: Value
  private let loop: EventLoop

  package init(_ value: Value, to loop: EventLoop) {
    (confined, self.loop) = (value, loop)
  }

  package var value: Value {
    precondition(loop.isCurrent, "this belongs to another thread")
    return confined
  }
}

/// Blocks that other threads have for a loop. The first of several wakes it.
private final class PostedBlocks: Sendable {
  private let blocks = Mutex<[@Sendable () -> Void]>([])
  /// See eventfd(2).
  private let wakeup: CInt

  init(_ event: OpaquePointer) {
    wakeup = rubato_wakeup_open()
    guard wakeup >= 0 else { EventLoop.fail("eventfd", errno) }
    let take: sd_event_io_handler_t = { _, _, _, posted in
      posted.map { Unmanaged<PostedBlocks>.fromOpaque($0).takeUnretainedValue().run() }
      return 0
    }
    let code = sd_event_add_io(
      event, nil, wakeup, EPOLLIN.rawValue, take, Unmanaged.passRetained(self).toOpaque())
    guard code >= 0 else { EventLoop.fail("sd_event_add_io", -code) }
  }

  func add(_ block: @escaping @Sendable () -> Void) {
    let isFirst = blocks.withLock { blocks in
      blocks.append(block)
      return blocks.count == 1
    }
    if isFirst { rubato_wakeup_send(wakeup) }
  }

  private func run() {
    rubato_wakeup_take(wakeup)
    let taken = blocks.withLock { blocks in
      defer { blocks = [] }
      return blocks
    }
    for block in taken { block() }
  }
}
