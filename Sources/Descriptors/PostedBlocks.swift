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
  /// The same for the loop's own thread, without a system call.
  private nonisolated(unsafe) let deferred: OpaquePointer

  /// - Returns: `nil` where there is no descriptor for it, with the reason in `errno`.
  init?(_ event: OpaquePointer) {
    wakeup = rubato_wakeup_open()
    guard wakeup >= 0 else { return nil }
    var deferred: OpaquePointer?
    let own = sd_event_add_defer(event, &deferred, { _, posted in PostedBlocks.run(posted) }, nil)
    guard own >= 0, let deferred else { LoopCore.fail("sd_event_add_defer", -own) }
    self.deferred = deferred
    sd_event_source_set_enabled(deferred, CInt(SD_EVENT_OFF))
    let this = Unmanaged.passUnretained(self).toOpaque()
    sd_event_source_set_userdata(deferred, this)
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
      sd_event_source_set_enabled(deferred, CInt(SD_EVENT_ONESHOT))
    } else {
      rubato_wakeup_send(wakeup)
    }
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
