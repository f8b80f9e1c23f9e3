import Dispatch

/// Calls once, after a while, on a queue; nothing is armed while it is not set.
final class Alarm {
  private let queue: DispatchQueue
  private let onTime: () -> Void
  private var timer: (any DispatchSourceTimer)?

  init(_ queue: DispatchQueue, onTime: @escaping () -> Void) {
    self.queue = queue
    self.onTime = onTime
  }

  deinit {
    timer?.cancel()
  }

  var isSet: Bool { timer != nil }

  /// Replaces what was set before.
  func set(afterMicroseconds delay: UInt64, leewayMicroseconds: UInt64 = 0) {
    clear()
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in self?.ring() }
    timer.schedule(
      deadline: .now() + .microseconds(Int(clamping: delay)),
      leeway: .microseconds(Int(clamping: leewayMicroseconds)))
    timer.activate()
    self.timer = timer
  }

  func clear() {
    timer?.cancel()
    timer = nil
  }

  private func ring() {
    clear()
    onTime()
  }
}
