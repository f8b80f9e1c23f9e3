/// The times of saves by name: learned data changes constantly, and its writes are limited.
struct SaveThrottle: Sendable {
  private var savedAt: [String: WallTime] = [:]

  /// Returns whether the record `name` must be saved, since it was not saved within `interval`. If so, also notes `now`
  /// as the time of its save: the caller must save it.
  mutating func isDue(_ name: String, at now: WallTime, after interval: Duration) -> Bool {
    if let saved = savedAt[name], saved <= now, now - saved < interval { return false }
    savedAt[name] = now
    return true
  }
}
