/// What a refresh of an app would be worth now, and what it must be worth.
package struct RefreshValuation: Hashable, Sendable {
  /// The chance that the app is opened within the hour, 0 to 1.
  package var chance: Double
  /// That chance where the app would be found stale, weighed by how rarely it is opened; 0 while it is
  /// fresh.
  package var worth: Double
  /// What a run must be worth, at what runs usually cost and where most of that worth comes soon, or else more.
  package var price: Double
  /// Worths are compared every ten minutes of the calendar and when an app is opened, and this is such a moment.
  package var isLookedAt: Bool
  /// On external power, and the user has opened the app since the last refresh.
  package var isFree: Bool
  /// On external power, and the last refresh is long ago.
  package var isDue: Bool
  /// When it must be looked at again because time alone may have made it worth its price; nil where
  /// nobody asked.
  var next: WallTime?

  /// Away from the moments at which worths are compared: nobody needs to know what it is worth.
  static func unasked(isFree: Bool) -> Self {
    Self(chance: 0, worth: 0, price: 0, isLookedAt: false, isFree: isFree, isDue: false)
  }

  package var isTaken: Bool { isFree || isLookedAt && (isDue || worth > 0 && worth >= price) }
}
