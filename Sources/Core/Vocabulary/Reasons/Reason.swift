/// Why a request waits: stable codes, all that hold at once. What each means is in `traits`.
package enum Reason: String, CaseIterable, Codable, Comparable, Sendable {
  // Time, what somebody has stopped, and what runs already.
  case earliest, backoff, quarantined, paused, running, concurrencyLimit, group
  // The device.
  case power, battery, lowPower, thermal, userActive, screen, network, metered, load, memory
  case storage, locked, bootDelay, path, sleep
  // What the request wants to have looked at, or to see changed.
  case condition, unchanged
  // The app.
  case switchedOff, forceQuit, spacing, rateLimit, quota, neverOpened, appUnused, notAllowed,
    unreliable
  // The forecast.
  case betterMoment, unstableConditions, price

  /// Kept: `allCases` makes an array each time, and ranks are asked for with every verdict.
  private static let ordered = allCases

  package var rank: Int { Self.ordered.firstIndex(of: self) ?? 0 }

  package static func < (left: Self, right: Self) -> Bool {
    left.rank < right.rank
  }
}
