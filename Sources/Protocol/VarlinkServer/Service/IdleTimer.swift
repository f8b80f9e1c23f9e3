import Descriptors

/// Calls back once after the last call of a burst, between one and two delays later.
///
/// A call only sets a flag: the timer is set again when it is due, not for each call.
final class IdleTimer {
  private let delay: Duration
  private let onIdle: () -> Void
  private var timer: LoopTimer?
  /// Whether a call has come since the timer was set.
  private var hasNewCall = false

  /// - Parameters:
  ///   - delay: The time without calls after which `onIdle` is called.
  ///   - onIdle: Called on the loop.
  init(
    on loop: EventLoop, after delay: Duration = .seconds(20), _ onIdle: @escaping () -> Void
  ) {
    (self.delay, self.onIdle) = (delay, onIdle)
    timer = LoopTimer(on: loop) { [unowned self] in handleEndOfDelay() }
  }

  /// Records a call: the server is idle again after another delay. Starts the delay if none is running.
  func noteCall() {
    if timer?.isSet == true { hasNewCall = true } else { startDelay() }
  }

  /// Waits for one delay, during which `hasNewCall` records calls.
  private func startDelay() {
    hasNewCall = false
    timer?.set(after: delay, leeway: delay / 4)
  }

  /// Waits again if a call has come during the delay; otherwise reports that the server is idle.
  private func handleEndOfDelay() {
    if hasNewCall { startDelay() } else { onIdle() }
  }
}
