import CLinux
import CSystemd
import Glibc
import Synchronization

/// Blocks that wait for the thread of a loop. The first of several wakes it.
final class PostedBlocks: Sendable {
  private struct State {
    var blocks: [@Sendable () -> Void] = []
    var isEnded = false
  }

  private let state = Mutex(State())
  /// See eventfd(2).
  private let wakeup: CInt
  private nonisolated(unsafe) let event: OpaquePointer
  /// Blocks of the loop's own thread wait and are not in line yet. Used by that thread alone.
  private nonisolated(unsafe) var isWanted = false
  /// Calls them, without a system call. A new one each time: sd-event takes what is ready in the order in which it became so, and counts one
  /// that is enabled again as ready since it was made (`pending_iteration` of sd-event.c).
  private nonisolated(unsafe) var deferred: OpaquePointer?

  /// - Returns: `nil` where there is no descriptor for it, with the reason in `errno`.
  init?(_ event: OpaquePointer) {
    wakeup = rubato_wakeup_open()
    guard wakeup >= 0 else { return nil }
    self.event = event
    let this = Unmanaged.passUnretained(self).toOpaque()
    let others = sd_event_add_io(
      event, nil, wakeup, EPOLLIN.rawValue, { _, _, _, posted in PostedBlocks.run(posted) }, this)
    guard others >= 0 else { LoopCore.fail("sd_event_add_io", -others) }
  }

  deinit {
    sd_event_source_unref(deferred)
    close(wakeup)
  }

  func add(_ block: @escaping @Sendable () -> Void, isOwnThread: Bool) {
    let isFirst = state.withLock { state in
      state.blocks.append(block)
      return state.blocks.count == 1
    }
    guard isFirst else { return }
    if isOwnThread {
      isWanted = true
    } else {
      rubato_wakeup_send(wakeup)
    }
  }

  /// Puts the loop's own blocks in line, behind every event that was ready before. For the loop's own thread, after `sd_event_prepare`: it begins
  /// an iteration, and events of one iteration are taken in any order. Were the blocks put in line at once, a step of the engine would
  /// come in the middle of the calls that are ready, and commit for each of them.
  ///
  /// - Returns: Whether there are such blocks.
  func getInLine() -> Bool {
    guard isWanted else { return false }
    isWanted = false
    let this = Unmanaged.passUnretained(self).toOpaque()
    sd_event_source_unref(deferred)
    let code = sd_event_add_defer(event, &deferred, { _, posted in PostedBlocks.run(posted) }, this)
    guard code >= 0 else { LoopCore.fail("sd_event_add_defer", -code) }
    return true
  }

  /// Nothing more is taken.
  func end() {
    state.withLock { $0.isEnded = true }
    rubato_wakeup_send(wakeup)
  }

  var isEnded: Bool { state.withLock(\.isEnded) }

  private static func run(_ posted: UnsafeMutableRawPointer?) -> CInt {
    posted.map { Unmanaged<PostedBlocks>.fromOpaque($0).takeUnretainedValue().run() }
    return 0
  }

  private func run() {
    rubato_wakeup_take(wakeup)
    let taken = state.withLock { state in
      defer { state.blocks = [] }
      return state.blocks
    }
    for block in taken { block() }
  }
}
