import CSystemd

/// systemd's watchdog, which is notified after completed steps of the engine: a daemon that hangs is restarted.
struct Watchdog {
  /// Half of the interval that systemd allows, in nanoseconds.
  private let interval: Int64
  /// The time of the last notification, in real awake nanoseconds.
  private var lastFeed: Int64

  /// Starts the first interval at the real awake time `real`, in nanoseconds; `nil` if systemd does not watch this
  /// process.
  init?(real: Int64) {
    var allowedMicroseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &allowedMicroseconds) > 0 else { return nil }
    let allowedNanoseconds = Int64(allowedMicroseconds) * 1000
    interval = allowedNanoseconds / 2
    lastFeed = real
  }

  /// The time of the next step for the watchdog, in real awake nanoseconds.
  var nextFeed: Int64 { lastFeed + interval }

  /// Notifies systemd that a step is done, at most four times an interval.
  mutating func feed(at real: Int64) {
    guard real - lastFeed >= interval / 4 else { return }
    lastFeed = real
    sd_notify(0, "WATCHDOG=1")
  }
}
