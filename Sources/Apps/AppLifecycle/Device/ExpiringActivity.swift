import Foundation
import Synchronization

/// Work that is notified shortly before its background time ends.
final class ExpiringActivity: Sendable {
  private enum State {
    case waiting, running, ended
  }

  private let state = Mutex(State.waiting)
  private let block: @Sendable (_ expired: Bool) -> Void

  init(_ block: @escaping @Sendable (_ expired: Bool) -> Void) {
    self.block = block
  }

  /// Calls the block with `false`, unless the time has already ended.
  func run() {
    let mayBegin = state.withLock { state in
      if state != .waiting { return false }
      state = .running
      return true
    }
    guard mayBegin else { return }
    block(false)
    state.withLock { $0 = .ended }
  }

  /// Calls the block with `true`, unless its first call has returned.
  func expire() {
    let hasNotReturned = state.withLock { state in
      if state == .ended { return false }
      // An activity that has not begun no longer begins.
      if state == .waiting { state = .ended }
      return true
    }
    if hasNotReturned { block(true) }
  }
}

extension ProcessInfo {
  /// Performs work in background time, as `UIApplication.beginBackgroundTask(withName:expirationHandler:)` asks for it.
  /// Foundation has this method only on a phone.
  ///
  /// - Parameters:
  ///   - reason: A name for the log.
  ///   - block: Called with `false` on a concurrent queue; the background time ends when it returns. If it has not
  ///     returned some seconds before the time ends, it is also called with `true`, on another thread: the first call
  ///     must then return.
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (_ expired: Bool) -> Void
  ) {
    Task { @MainActor in UIApplication.shared.perform(ExpiringActivity(block), for: reason) }
  }
}

extension UIApplication {
  /// Performs an activity on a concurrent queue, in background time of its own.
  func perform(_ activity: ExpiringActivity, for reason: String) {
    let queue = DispatchQueue.global()
    let identifier = beginBackgroundTask(withName: reason) { queue.async { activity.expire() } }
    queue.async { [self] in
      activity.run()
      endBackgroundTask(identifier)
    }
  }
}
