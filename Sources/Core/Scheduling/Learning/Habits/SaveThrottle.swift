/// What was saved under a name, and when: what is learned changes all the time, and is written only so often.
struct SaveThrottle: Sendable {
  private var savedAt: [String: WallTime] = [:]

  /// Whether `name` was not saved within `interval`; it counts as saved then.
  mutating func isDue(_ name: String, at now: WallTime, after interval: Duration) -> Bool {
    if let saved = savedAt[name], saved <= now, now - saved < interval { return false }
    savedAt[name] = now
    return true
  }
}
