/// An unusual cause of the worth of a refresh.
package enum WorthCause: Hashable, Sendable {
  /// After the app opened last, or apps of its bucket, the app was opened at least twice as often as usual.
  case followsLastApp
  /// The app was opened once or seldom, and not for days.
  case isForgotten

  /// The cause of the worth of an app with these signs; `nil` if it is the usual one.
  init?(_ signs: UserHabitSigns) {
    if signs[.sequence] >= naturalLogOf2 {
      self = .followsLastApp
    } else if signs[.forgotten] <= -1 {
      self = .isForgotten
    } else {
      return nil
    }
  }
}
