/// How much an app is used, from most to least, and with it what the app may use in the background.
/// Seven, as Android has them.
package enum Tier: String, CaseIterable, Codable, Comparable, Sendable {
  /// Set so by an operator: as good as no limit but the day's.
  case exempted
  /// On the screen, or just now.
  case active
  /// Opened about daily.
  case working
  /// Opened every few days.
  case frequent
  /// Opened now and then.
  case rare
  /// Used, but it misbehaves or was set so.
  case restricted
  /// Never opened, or unused for long: it waits until it is opened.
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

  /// A tier is less than one that may use less.
  package static func < (left: Self, right: Self) -> Bool {
    left.rank < right.rank
  }
}
