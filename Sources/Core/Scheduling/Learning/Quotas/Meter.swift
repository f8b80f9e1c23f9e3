/// Combines overlapping runs into sessions: a session lasts while any run exists and running is charged.
package struct Meter: Hashable, Sendable {
  /// Present runs, which are charged while running is.
  package internal(set) var runs: [RunID] = []
  /// Whether running is charged now: on battery, in the background.
  package internal(set) var isCharging = false
  /// The start of the present session, and its number of runs so far; `nil` if there is no session.
  package internal(set) var since: Instant?
  package internal(set) var count = 0

  package init() {}

  init(runs: [RunID], isCharging: Bool, since: Instant?, count: Int) {
    self.runs = runs
    self.isCharging = isCharging
    self.since = since
    self.count = count
  }

  /// Adds a run that begins. Returns whether a session began with it; `false` while runs are not charged.
  mutating func begin(_ run: RunID, at now: Instant) -> Bool {
    runs.append(run)
    guard isCharging else { return false }
    count += 1
    // Otherwise the run joins the present session.
    guard since == nil else { return false }
    since = now
    return true
  }

  /// Removes a run that has ended. Returns the session that ended with it; `nil` if none did.
  mutating func end(_ run: RunID, at now: Instant) -> UsageSession? {
    runs.removeAll { $0 == run }
    return runs.isEmpty ? close(at: now) : nil
  }

  /// Starts or stops charging. Returns the session that ended with that; `nil` if none did.
  mutating func setCharging(_ isCharged: Bool, at now: Instant) -> UsageSession? {
    guard isCharged != isCharging else { return nil }
    isCharging = isCharged
    guard isCharged else { return close(at: now) }
    if !runs.isEmpty {
      since = now
      count = runs.count
    }
    return nil
  }

  /// Ends the present session. Its length counts while the machine is awake: a lid that is closed during a run costs
  /// nothing.
  mutating func close(at now: Instant) -> UsageSession? {
    defer {
      since = nil
      count = 0
    }
    guard let since, count > 0 else { return nil }
    let length = max(.zero, now.awake - since.awake)
    return UsageSession(start: now.wall - length, length: length, runs: count)
  }
}
