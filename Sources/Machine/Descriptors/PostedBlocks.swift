import CLinux
import CSystemd
import Glibc
import Synchronization

/// Blocks that wait for the thread of a loop. The first block wakes the thread.
final class PostedBlocks: Sendable {
  private struct State {
    var blocks: [@Sendable () -> Void] = []
    var isEnded = false
  }

  private let state = Mutex(State())
  /// The descriptor that wakes the thread (eventfd(2)).
  private let wakeup: CInt
  private nonisolated(unsafe) let event: OpaquePointer
  /// Whether blocks of the loop's own thread wait and are not queued yet. Used only by that thread.
  private nonisolated(unsafe) var hasUnqueuedBlocks = false
  /// The source that calls them, without a system call. It is new each time: sd-event handles ready sources in the
  /// order in which they became ready, and counts a re-enabled source as ready since its creation
  /// (`pending_iteration` of sd-event.c).
  private nonisolated(unsafe) var deferredSource: OpaquePointer?

  /// Whether blocks are being called, and the blocks of `addLast` to call after these. Used only by the loop's own
  /// thread.
  private nonisolated(unsafe) var isRunning = false
  private nonisolated(unsafe) var lastBlocks: [@Sendable () -> Void] = []

  /// Opens the descriptor that wakes the thread of the loop `event`, and adds it to the loop.
  /// - Returns: `nil` if no descriptor is available, with the reason in `errno`.
  init?(_ event: OpaquePointer) {
    wakeup = rubato_wakeup_open()
    guard wakeup >= 0 else { return nil }
    self.event = event
    let this = Unmanaged.passUnretained(self).toOpaque()
    let code = sd_event_add_io(
      event, nil, wakeup, EPOLLIN.rawValue,
      { _, descriptor, _, posted in
        rubato_wakeup_take(descriptor)
        return PostedBlocks.run(posted)
      }, this)
    guard code >= 0 else { LoopCore.fail("sd_event_add_io", -code) }
  }

  deinit {
    sd_event_source_unref(deferredSource)
    close(wakeup)
  }

  /// Adds a block. The first waiting block wakes the thread of the loop. If that thread itself adds it, it is awake,
  /// and `queueOwnBlocks` queues the block before the next wait.
  func add(_ block: @escaping @Sendable () -> Void, isOwnThread: Bool) {
    let isFirst = state.withLock { state in
      state.blocks.append(block)
      return state.blocks.count == 1
    }
    // The thread calls all blocks in one turn, so one wakeup is enough.
    guard isFirst else { return }
    if isOwnThread {
      hasUnqueuedBlocks = true
    } else {
      rubato_wakeup_send(wakeup)
    }
  }

  /// Adds a block that is called after the present blocks, in the same turn of the loop, if its own thread is calling
  /// some; otherwise like `add`.
  func addLast(_ block: @escaping @Sendable () -> Void, isOwnThread: Bool) {
    if isOwnThread, isRunning {
      lastBlocks.append(block)
    } else {
      add(block, isOwnThread: isOwnThread)
    }
  }

  /// Queues the loop's own blocks after every event that was ready before. For the loop's own thread, after
  /// `sd_event_prepare`, which begins an iteration; events of one iteration are handled in any order. If the blocks
  /// were queued immediately, a step of the engine would run between the ready calls, and commit for each of them.
  ///
  /// - Returns: Whether there are such blocks.
  func queueOwnBlocks() -> Bool {
    guard hasUnqueuedBlocks else { return false }
    hasUnqueuedBlocks = false
    let this = Unmanaged.passUnretained(self).toOpaque()
    // A deferred source calls back only once, so each call needs a new one.
    sd_event_source_unref(deferredSource)
    let code = sd_event_add_defer(
      event, &deferredSource, { _, posted in PostedBlocks.run(posted) }, this)
    guard code >= 0 else { LoopCore.fail("sd_event_add_defer", -code) }
    return true
  }

  /// Ends the thread's loop: wakes the thread, which then handles no more events. Called when the loop is released.
  func end() {
    state.withLock { $0.isEnded = true }
    rubato_wakeup_send(wakeup)
  }

  var isEnded: Bool { state.withLock(\.isEnded) }

  /// Calls the waiting blocks. Called by the event source; always returns 0.
  private static func run(_ posted: UnsafeMutableRawPointer?) -> CInt {
    posted.map { Unmanaged<PostedBlocks>.fromOpaque($0).takeUnretainedValue().run() }
    return 0
  }

  /// Calls all waiting blocks in order, then those that they added with `addLast`. Blocks that are added with `add`
  /// meanwhile wait for the next call.
  private func run() {
    let blocks = state.withLock { state in
      defer { state.blocks = [] }
      return state.blocks
    }
    isRunning = true
    for block in blocks { block() }
    isRunning = false
    let presentLastBlocks = lastBlocks
    lastBlocks = []
    for block in presentLastBlocks { block() }
  }
}
