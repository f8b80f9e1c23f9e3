import Descriptors

/// Calls back once, some time after it was armed first.
final class OneShotTimer {
  private let timer: LoopTimer
  private let delay: Duration

  private static let leeway = Duration.milliseconds(10)

  init(milliseconds: Int, loop: EventLoop, ring: @escaping () -> Void) {
    timer = LoopTimer(on: loop, onTime: ring)
    delay = .milliseconds(milliseconds)
  }

  var isArmed: Bool { timer.isSet }

  /// Arms the timer, unless it is armed already.
  func arm() {
    guard !isArmed else { return }
    timer.set(after: delay, leeway: Self.leeway)
  }

  func disarm() { timer.clear() }
}
