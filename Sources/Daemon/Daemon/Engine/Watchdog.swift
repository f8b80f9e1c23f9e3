import CSystemd

/// systemd's watchdog, which is notified after completed steps of the engine: a daemon that hangs is restarted.
struct Watchdog {
  /// Half of the interval that systemd allows, in nanoseconds.
  private let interval: Int64
  private var fed: Int64

  /// Starts the first interval at the real awake time `real`, in nanoseconds; `nil` if systemd does not watch this
  /// process.
  init?(real: Int64) {
    var allowed: UInt64 = 0
    guard sd_watchdog_enabled(0, &allowed) > 0 else { return nil }
    interval = Int64(allowed) * 1000 / 2
    fed = real
  }

  /// The time of the next step for the watchdog, in real awake nanoseconds.
  var nextFeed: Int64 { fed + interval }

  /// Notifies systemd that a step is done, at most four times an interval.
  mutating func feed(at real: Int64) {
    guard real - fed >= interval / 4 else { return }
    fed = real
    sd_notify(0, "WATCHDOG=1")
  }
}
