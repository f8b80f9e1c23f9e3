import Dispatch

/// Calls back on a queue once, some time after something happened the first time.
final class OneShotTimer {
  private let alarm: Alarm
  private let delayMicroseconds: UInt64

  private static let leewayMicroseconds: UInt64 = 10_000

  init(milliseconds: Int, queue: DispatchQueue, ring: @escaping () -> Void) {
    alarm = Alarm(queue, onTime: ring)
    delayMicroseconds = UInt64(milliseconds) * 1000
  }

  var isArmed: Bool { alarm.isSet }

  /// Arms it, unless it is.
  func arm() {
    guard !isArmed else { return }
    alarm.set(afterMicroseconds: delayMicroseconds, leewayMicroseconds: Self.leewayMicroseconds)
  }

  func disarm() {
    alarm.clear()
  }
}
