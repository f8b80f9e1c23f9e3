import Dispatch

/// Calls back on a queue once, some time after something happened the first time.
final class OneShotTimer {
  private let queue: DispatchQueue
  private let delay: DispatchTimeInterval
  private let ring: () -> Void
  private var timer: (any DispatchSourceTimer)?

  init(milliseconds: Int, queue: DispatchQueue, ring: @escaping () -> Void) {
    self.queue = queue
    delay = .milliseconds(milliseconds)
    self.ring = ring
  }

  deinit { timer?.cancel() }

  var isArmed: Bool { timer != nil }

  /// Arms it, unless it is.
  func arm() {
    guard timer == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + delay, leeway: .milliseconds(10))
    timer.setEventHandler { [weak self] in
      guard let self else { return }
      disarm()
      ring()
    }
    timer.activate()
    self.timer = timer
  }

  func disarm() {
    timer?.cancel()
    timer = nil
  }
}
