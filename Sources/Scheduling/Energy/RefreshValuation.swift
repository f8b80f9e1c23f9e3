/// What a refresh of an app would be worth now, and what it must be worth.
package struct RefreshValuation: Hashable, Sendable {
  /// The chance that the app is opened within the hour, 0 to 1.
  package var chance: Double
  /// That chance where the app would be found stale, weighed by how rarely it is opened; 0 while it is
  /// fresh.
  package var worth: Double
  /// What a run must be worth, at what runs usually cost.
  package var price: Double
  /// Worths are compared every ten minutes of the calendar, and this is such a moment: right after an
  /// open nobody knows yet what else the user came for.
  package var isLookedAt: Bool
  /// Power costs nothing now.
  package var isFree: Bool
  /// When it must be looked at again because time alone may have made it worth its price; nil where
  /// nobody asked.
  var next: WallTime?

  package var isTaken: Bool { isFree || isLookedAt && worth > 0 && worth >= price }
}
