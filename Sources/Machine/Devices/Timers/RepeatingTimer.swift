import Descriptors

/// Calls back again and again while it is armed; an idle machine is not woken by one that is not.
final class RepeatingTimer {
  private let interval: Duration
  private let ring: () -> Void
  private let loop: EventLoop
  private lazy var timer = LoopTimer(on: loop) { [unowned self] in
    begin()
    ring()
  }

  /// - Parameters:
  ///   - seconds: between two calls. It may be a tenth more, so that timers ring together.
  init(seconds: Int, loop: EventLoop, ring: @escaping () -> Void) {
    (interval, self.loop, self.ring) = (.seconds(seconds), loop, ring)
  }

  var isArmed: Bool {
    get { timer.isSet }
    set {
      guard newValue != isArmed else { return }
      if newValue { begin() } else { timer.clear() }
    }
  }

  private func begin() { timer.set(after: interval, leeway: interval / 10) }
}
