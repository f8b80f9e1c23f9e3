/// Apple's four thermal states, in rising order.
public enum ThermalState: String, CaseIterable, Codable, Comparable, Sendable {
  case nominal, fair, serious, critical

  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    left.level < right.level
  }

  /// The level, 0 nominal to 3 critical.
  @inlinable
  public var level: Int {
    switch self {
    case .nominal: 0
    case .fair: 1
    case .serious: 2
    case .critical: 3
    }
  }
}
