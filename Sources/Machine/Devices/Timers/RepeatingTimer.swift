import Descriptors

/// Calls back repeatedly while it is armed; a timer that is not armed does not wake an idle machine.
final class RepeatingTimer {
  private let interval: Duration
  private let ring: () -> Void
  private let loop: EventLoop
  private lazy var timer = LoopTimer(on: loop) { [unowned self] in
    startInterval()
    ring()
  }

  /// - Parameters:
  ///   - seconds: The interval between two calls. It can be a tenth longer, so that timers ring together.
  init(seconds: Int, loop: EventLoop, ring: @escaping () -> Void) {
    (interval, self.loop, self.ring) = (.seconds(seconds), loop, ring)
  }

  /// Whether the timer calls back. After it is armed, the first call follows after a whole interval.
  var isArmed: Bool {
    get { timer.isSet }
    set {
      guard newValue != isArmed else { return }
      if newValue { startInterval() } else { timer.clear() }
    }
  }

  private func startInterval() { timer.set(after: interval, leeway: interval / 10) }
}
