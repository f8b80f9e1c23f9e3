import Scheduling
import Simulation

/// A number of refreshes a day for a rule that chooses their moments, so that it starts as many as the others.
///
/// The number accrues evenly, day and night. At most half a day's number and one are kept for later, and at most a
/// day's number is used in advance.
struct RefreshAllowance: Sendable {
  private let perDay: Double
  /// The accrued and unused refreshes; negative if some were used in advance.
  private var level = 0.0
  /// The planned refreshes for each one that starts. A plan contains refreshes that an open makes needless.
  private var correction = 1.0
  private static let allowedCorrections = 0.5...4.0
  /// The moment up to which refreshes have accrued; `nil` before the first call of `accrue`.
  private var accruedUntil: WallTime?

  init(perDay: Int) {
    self.perDay = Double(max(1, perDay))
  }

  /// The largest number of refreshes that are kept.
  private var most: Double { perDay / 2 + 1 }

  /// Whether another refresh may start: then at most a day's number is used in advance.
  var permitsStart: Bool { level - 1 >= -perDay }

  /// Whether no more can be kept, so that a refresh that does not start now is lost.
  var isFull: Bool { level >= most }

  /// The number of refreshes to plan for the next day: the day's own, corrected by the past, and the accrued ones.
  var planned: Double { perDay * correction + level }

  /// Adds the refreshes of the time since the last call, and corrects the plan by the accrued ones. The first call
  /// begins the accrual.
  mutating func accrue(until now: WallTime) {
    if let accruedUntil {
      let days = (now - accruedUntil).seconds / 86400
      // A kept refresh means that too few were planned; one that was used in advance, too many.
      let corrected = correction + level / perDay * min(1, days)
      let allowed = Self.allowedCorrections
      correction = min(allowed.upperBound, max(allowed.lowerBound, corrected))
      level = min(most, level + perDay * days)
    }
    accruedUntil = now
  }

  mutating func noteStart() { level -= 1 }
}
