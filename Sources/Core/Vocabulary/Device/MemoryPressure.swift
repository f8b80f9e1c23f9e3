/// The memory pressure, in rising order.
package enum MemoryPressure: String, CaseIterable, Codable, Comparable, Sendable {
  case normal, warning, critical

  @inlinable
  package static func < (one: MemoryPressure, other: MemoryPressure) -> Bool {
    (one != .critical && other == .critical) || (one == .normal && other != .normal)
  }
}
