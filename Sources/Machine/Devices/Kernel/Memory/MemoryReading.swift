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

  /// Derives the state from a new pressure; `nil` if the kernel does not report it, which makes the state unknown.
  mutating func update(from pressure: Pressure?) {
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

  /// Sets the state to the level whose limit was passed according to the kernel's event, which averages show only
  /// later. A critical state stays.
  mutating func applyStall(_ stall: MemoryPressure) {
    guard state != .critical else { return }
    state = stall
  }

  /// Returns the percentage of time from which a level is in effect. It is lower for a level that was already reached.
  private func limit(_ level: MemoryPressure) -> Double {
    switch (state, level) {
    // The level was reached already: it ends only when the pressure has fallen by half.
    case (.critical, _), (.warning, .warning): Self.recovered
    default: Self.limit
    }
  }
}
