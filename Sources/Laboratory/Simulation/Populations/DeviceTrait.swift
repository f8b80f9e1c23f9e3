/// A trait in which the devices of a population, or their users, differ.
package enum DeviceTrait: String, CaseIterable, Hashable, Sendable {
  case slowness
  case batteryHealth = "battery-health"
  case batteryDrain = "battery-drain"
  case chargerShift = "charger-shift"
  case chargerLength = "charger-length"
  case chargerJitter = "charger-jitter"
  case chargerForgotten = "charger-forgotten"
  case dayShift = "day-shift"
  case weekendShift = "weekend-shift"
  case opens
  case openJitter = "open-jitter"
  case stays
  case favourites
  case use
  case awayLength = "away-length"
  case daysAtHome = "days-at-home"
  case noWiFi = "no-wifi"
  case meteredWiFi = "metered-wifi"
  case noCellular = "no-cellular"
  case ambient
  case heat

  package enum Unit: Hashable, Sendable {
    /// A multiple of the scenario's value.
    case factor
    /// A share, 0 to 1.
    case share
    /// A duration in seconds.
    case duration
    /// A difference in degrees.
    case degrees
    /// 1 on some devices and 0 on the other devices.
    case chance
  }

  package var unit: Unit {
    switch self {
    case .slowness, .batteryDrain, .chargerLength, .opens, .stays, .favourites, .use, .awayLength,
      .heat:
      .factor
    case .batteryHealth, .chargerForgotten, .daysAtHome: .share
    case .chargerShift, .chargerJitter, .dayShift, .weekendShift, .openJitter: .duration
    case .ambient: .degrees
    case .noWiFi, .meteredWiFi, .noCellular: .chance
    }
  }

  /// The allowed values, with durations in seconds (up to six hours); a drawn value outside is moved to the nearer end.
  package var range: ClosedRange<Double> {
    switch self {
    case .favourites: 1...100
    case .chargerJitter, .openJitter: 0...21_600
    case .batteryHealth: 0.05...1
    default:
      switch unit {
      case .factor: 0.01...100
      case .share, .chance: 0...1
      case .duration: -21_600...21_600
      case .degrees: -30...30
      }
    }
  }

  /// The value that leaves a device as in the scenario.
  package var neutral: Double {
    self == .batteryHealth || unit == .factor ? 1 : 0
  }

  /// The default spread of devices; docs/populations.md has the reasons.
  package var usual: Spread {
    switch self {
    case .slowness: .skewed(median: 1.2, spread: 1.35)
    case .batteryHealth: .between(0.75...1)
    case .batteryDrain: .skewed(median: 1, spread: 1.25)
    case .chargerShift: .around(0, spread: 1800)
    case .chargerLength: .skewed(median: 1, spread: 1.2)
    case .chargerJitter: .between(0...2400)
    case .chargerForgotten: .skewed(median: 0.05, spread: 2)
    case .dayShift: .around(0, spread: 3600)
    case .weekendShift: .between(0...9000)
    case .opens, .stays: .skewed(median: 1, spread: 1.8)
    case .openJitter: .between(0...1800)
    case .favourites: .between(1.5...3)
    case .use: .skewed(median: 1, spread: 1.5)
    case .awayLength: .skewed(median: 1, spread: 1.2)
    case .daysAtHome: .between(0...0.2)
    case .noWiFi: .some(0.05)
    case .meteredWiFi: .some(0.04)
    case .noCellular: .some(0.03)
    case .ambient: .around(0, spread: 3)
    case .heat: .skewed(median: 1, spread: 1.2)
    }
  }

  /// The number of its sequence of random numbers, so that its value does not depend on other traits.
  var stream: Int { Stream.trait + (Self.allCases.firstIndex(of: self) ?? 0) }
}
