/// An unusual cause of the worth of a refresh.
package enum WorthCause: Hashable, Sendable {
  /// The app follows the app opened last, or apps of its bucket, so often that its chance to follow is at least that of
  /// all other reasons.
  case followsLastApp
  /// The app was opened once or seldom, and not for days.
  case isForgotten

  /// The cause of the worth of an app with these signs and causes of an open; `nil` if it is the usual one.
  init?(_ signs: UserHabitSigns, _ causes: OpenCauses) {
    if causes.following >= causes.others {
      self = .followsLastApp
    } else if signs[.forgotten] <= -1 {
      self = .isForgotten
    } else {
      return nil
    }
  }
}
