import Scheduling

/// How short of memory the machine is, from one pressure after the other.
struct MemoryReading {
  /// Nil until the kernel told.
  private(set) var state: MemoryPressure?

  /// Percent of the time. Work that waits for memory a tenth of the time is where systemd tells
  /// services to give some back (200 ms in 2 s, MemoryPressureThresholdSec= in
  /// systemd.resource-control(5)) and where low-memory-monitor says "medium"; its "critical" is where
  /// all work stands still for that long.
  static let limit = 10.0
  /// Where it has ended.
  static let recovered = 5.0

  /// Takes a pressure; nil where the kernel does not tell.
  mutating func observe(_ pressure: Pressure?) {
    guard let pressure else {
      state = nil
      return
    }
    if pressure.full >= limit(.critical) {
      state = .critical
    } else {
      state = pressure.some >= limit(.warning) ? .warning : .normal
    }
  }

  /// The kernel tells that the limit was passed just now, which averages show only later.
  mutating func observeStall(_ stall: MemoryPressure) {
    guard state != .critical else { return }
    state = stall
  }

  /// What is reached is left further down.
  private func limit(_ level: MemoryPressure) -> Double {
    switch (state, level) {
    case (.critical, _), (.warning, .warning): Self.recovered
    default: Self.limit
    }
  }
}
