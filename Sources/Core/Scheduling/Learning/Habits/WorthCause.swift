/// An unusual cause of the worth of a refresh.
package enum WorthCause: Hashable, Sendable {
  /// The app follows the app opened last, or apps of its bucket, so often that its chance to follow is at least that of
  /// all other reasons.
  case followsLastApp
  /// The app follows the unlocking of the device as often, late enough for a refresh.
  case followsUnlocking
  /// The app was opened once or seldom, and not for days.
  case isForgotten

  /// Creates the cause of the worth of an app with these signs and causes of an open; `nil` if the cause is the user's
  /// ordinary habit.
  init?(_ signs: UserHabitSigns, _ causes: OpenCauses) {
    if causes.following >= causes.others {
      self = causes.followsUnlocking ? .followsUnlocking : .followsLastApp
    } else if signs[.forgotten] <= Self.forgottenBound {
      self = .isForgotten
    } else {
      return nil
    }
  }

  /// The sign `forgotten` at or below which an app counts as forgotten. The sign is -ln(1 + days since the last open) /
  /// opens, has no unit, and falls with time. An app with one open reaches -1 after 1.7 days, with two after 6.4.
  private static let forgottenBound = -1.0
}
