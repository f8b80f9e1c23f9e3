/// The amount of an app's use, from most to least, which determines its background quota. There are seven, as on
/// Android.
package enum Tier: String, CaseIterable, Codable, Comparable, Sendable {
  /// Set by an operator: only the daily limit applies in practice.
  case exempted
  /// On the screen now or a short time ago.
  case active
  /// Opened about daily.
  case working
  /// Opened every few days.
  case frequent
  /// Opened occasionally.
  case rare
  /// Used, but it misbehaves or an operator set it.
  case restricted
  /// Never opened, or unused for a long time: its work waits until it is opened.
  case never

  /// 0, the most used, to 6.
  package var rank: Int {
    switch self {
    case .exempted: 0
    case .active: 1
    case .working: 2
    case .frequent: 3
    case .rare: 4
    case .restricted: 5
    case .never: 6
    }
  }

  /// Whether `left` can use more than `right`.
  package static func < (left: Self, right: Self) -> Bool {
    left.rank < right.rank
  }
}
