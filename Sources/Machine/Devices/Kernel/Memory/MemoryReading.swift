import Scheduling

/// The shortage of memory, from successive pressures.
struct MemoryReading {
  /// The state; `nil` until the kernel reports one.
  private(set) var state: MemoryPressure?

  /// Percent of the time. Above a tenth of the time, systemd asks services to return memory (200 ms in 2 s,
  /// MemoryPressureThresholdSec= in systemd.resource-control(5)), and low-memory-monitor reports "medium"; it
  /// reports "critical" if all work stands still for that long.
  static let limit = 10.0
  /// The percentage below which the shortage has ended.
  static let recovered = 5.0

  /// Handles a pressure; `nil` if the kernel does not report it.
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

  /// Handles the kernel's event that the limit was passed, which averages show only later.
  mutating func observeStall(_ stall: MemoryPressure) {
    guard state != .critical else { return }
    state = stall
  }

  /// Returns the limit of a level; a reached level ends at a lower limit.
  private func limit(_ level: MemoryPressure) -> Double {
    switch (state, level) {
    case (.critical, _), (.warning, .warning): Self.recovered
    default: Self.limit
    }
  }
}
