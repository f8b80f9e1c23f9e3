/// The memory pressure, in rising order.
public enum MemoryPressure: String, CaseIterable, Codable, Comparable, Sendable {
  case normal, warning, critical

  @inlinable
  public static func < (one: MemoryPressure, other: MemoryPressure) -> Bool {
    (one != .critical && other == .critical) || (one == .normal && other != .normal)
  }
}
