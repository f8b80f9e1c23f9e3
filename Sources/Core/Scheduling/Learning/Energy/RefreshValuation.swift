/// The worth of a refresh of an app at this moment, and its price.
package struct RefreshValuation: Hashable, Sendable {
  /// The chance that the app is opened within the hour, 0 to 1.
  package var chance: Double
  /// The chance that it is opened while stale, weighted by how rarely it is opened; 0 while it is fresh.
  package var worth: Double
  /// The worth that a run must have, at the usual cost; higher if most of its worth comes later.
  package var price: Double
  /// Whether valuations are compared at this moment: every ten minutes of the calendar, and at openings and unlocking.
  package var isCompared: Bool
  /// Whether the refresh is free: on external power, after the user has opened the app since the last refresh.
  package var isFree: Bool
  /// Whether the refresh is due: on external power, a long time after the last refresh.
  package var isDue: Bool
  /// The cause of a high or a low worth; `nil` if it is the usual one.
  package var cause: WorthCause?
  /// The time of the next check, at which only time may have made it worth its price; `nil` if no check was
  /// requested.
  var next: WallTime?

  /// Returns a valuation between comparisons, when the worth is not needed.
  static func notCompared(isFree: Bool) -> Self {
    Self(chance: 0, worth: 0, price: 0, isCompared: false, isFree: isFree, isDue: false)
  }

  /// Whether the refresh may start: a comparison is made now and it is due or worth its price, or it is free.
  package var isAccepted: Bool { isFree || isCompared && (isDue || worth > 0 && worth >= price) }
}
