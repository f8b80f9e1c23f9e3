import Dispatch

/// Calls back on a queue again and again while it is armed; an idle machine is not woken by one that
/// is not.
final class RepeatingTimer {
  private let queue: DispatchQueue
  private let interval: DispatchTimeInterval
  private let leeway: DispatchTimeInterval
  private let ring: () -> Void
  private var timer: (any DispatchSourceTimer)?

  /// - Parameters:
  ///   - seconds: between two calls. It may be a tenth more, so that timers ring together.
  init(seconds: Int, queue: DispatchQueue, ring: @escaping () -> Void) {
    self.queue = queue
    interval = .seconds(seconds)
    leeway = .milliseconds(100 * seconds)
    self.ring = ring
  }

  deinit { timer?.cancel() }

  var isArmed: Bool {
    get { timer != nil }
    set {
      guard newValue != isArmed else { return }
      timer?.cancel()
      timer = newValue ? armed() : nil
    }
  }

  private func armed() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: leeway)
    timer.setEventHandler(handler: ring)
    timer.activate()
    return timer
  }
}
