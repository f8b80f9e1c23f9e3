/// The reasons why a request waits: stable codes, of which several can apply. Their meanings are in `traits`.
package enum Reason: String, CaseIterable, Codable, Comparable, Sendable {
  // Time, stops by users, and present runs.
  case earliest, backoff, quarantined, paused, quiet, running, concurrencyLimit, group
  // The device.
  case power, battery, lowPower, thermal, userActive, screen, network, metered, load, memory
  case storage, locked, bootDelay, path, networkName, sleep
  // Checks, changes and other requests that the request asks for.
  case condition, unchanged, dependency
  // The app.
  case switchedOff, forceQuit, spacing, rateLimit, quota, neverOpened, appUnused, notAllowed,
    unreliable
  // The forecast.
  case betterMoment, unstableConditions, price

  /// Cached: `allCases` creates an array each time, and every verdict reads ranks.
  private static let ordered = allCases

  /// The place in the order in which reasons are shown, from 0.
  package var rank: Int { Self.ordered.firstIndex(of: self) ?? 0 }

  package static func < (left: Self, right: Self) -> Bool {
    left.rank < right.rank
  }
}
