import Bus

/// systemd's state of a service, as far as a run needs it (org.freedesktop.systemd1(5)).
struct UnitState: Equatable {
  private var properties = [String: BusValue]()

  init(_ properties: [String: BusValue] = [:]) {
    self.properties = properties
  }

  /// Merges some or all properties.
  mutating func merge(_ newProperties: [String: BusValue]) {
    properties.merge(newProperties) { _, new in new }
  }

  enum Phase: Equatable {
    /// Nothing has happened yet.
    case waiting
    /// The process is being made into the command.
    case starting
    case running
    /// The main process has ended, but the unit has not.
    case exited
    case over
    /// systemd has forgotten it.
    case gone
  }

  /// The progress of the unit's main process, by systemd's states.
  var phase: Phase {
    if text("LoadState") == "not-found" { return .gone }
    switch text("ActiveState") {
    // Inactive is also the state before the start.
    case "inactive", "failed": return hasBegun ? .over : .waiting
    case "activating": return mainCode == 0 ? .starting : .exited
    case "active", "reloading", "refreshing", "deactivating":
      return mainCode == 0 ? .running : .exited
    default: return .waiting
    }
  }

  /// Whether systemd has changed the state of the unit since it was loaded.
  private var hasBegun: Bool { (number("StateChangeTimestampMonotonic") ?? 0) > 0 }

  /// Whether the present start succeeded, not an earlier one.
  var wasActive: Bool { (number("ActiveEnterTimestampMonotonic") ?? 0) > 0 }

  var loadState: String { text("LoadState") }
  var activeState: String { text("ActiveState") }
  var subState: String { text("SubState") }
  var result: String { text("Result") }
  var mainPid: Int32 { Int32(truncatingIfNeeded: number("MainPID") ?? 0) }
  /// The main process, also after its end.
  var execMainPid: Int32 { Int32(truncatingIfNeeded: number("ExecMainPID") ?? 0) }
  /// CLD_EXITED, CLD_KILLED or CLD_DUMPED of waitid(2); 0 if it has not ended.
  var mainCode: UInt64 { number("ExecMainCode") ?? 0 }
  var mainStatus: Int32 { Int32(truncatingIfNeeded: number("ExecMainStatus") ?? 0) }
  var controlGroup: String { text("ControlGroup") }

  /// The present systemd job of the unit; `nil` if there is none.
  var job: String? {
    let members = properties["Job"]?.elements ?? []
    return members.count == 2 && (members[0].unsigned ?? 0) > 0 ? members[1].text : nil
  }

  /// The id of this start of the unit, in hexadecimal digits; `nil` before it starts.
  var invocation: String? {
    let bytes = (properties["InvocationID"]?.elements ?? []).compactMap(\.unsigned)
    guard bytes.count == 16, bytes.contains(where: { $0 != 0 }) else { return nil }
    return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The wall-clock time of this start; `nil` if it is unknown.
  var startMicroseconds: Int64? {
    number("InactiveExitTimestamp").flatMap { $0 > 0 ? Int64(exactly: $0) : nil }
  }

  /// User and system time of all processes that were ever in it; `nil` if it is unknown.
  var cpuSeconds: Double? {
    numberBelowGreatest("CPUUsageNSec").map { Double($0) / 1e9 }
  }

  /// The peak of its memory; `nil` if it is unknown. systemd 252 has no such property.
  var peakMemoryBytes: Int64? { numberBelowGreatest("MemoryPeak").flatMap { Int64(exactly: $0) } }

  /// The stop timeout; `nil` if there is no limit.
  var stopSeconds: Double? { numberBelowGreatest("TimeoutStopUSec").map { Double($0) / 1e6 } }

  func text(_ name: String) -> String { properties[name]?.text ?? "" }

  func flag(_ name: String) -> Bool { properties[name]?.flag ?? false }

  func number(_ name: String) -> UInt64? { properties[name]?.unsigned }

  /// Returns a number; `nil` for the greatest one, which means "unknown" or "no limit".
  private func numberBelowGreatest(_ name: String) -> UInt64? {
    number(name).flatMap { $0 == .max ? nil : $0 }
  }
}
