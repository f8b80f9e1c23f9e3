/// The time of the last save of one record: learned data changes constantly, and its writes are limited.
struct SaveThrottle: Sendable {
  private var saved: WallTime?

  /// Returns whether the record must be saved, since it was not saved within `interval`. If so, also notes `now` as the
  /// time of its save: the caller must save it.
  mutating func isDue(at now: WallTime, after interval: Duration) -> Bool {
    if let saved, saved <= now, now - saved < interval { return false }
    saved = now
    return true
  }
}
