/// The maximum number of one user's submissions in any interval of this length.
package struct SubmitRate: Hashable, Sendable {
  package var count: Int
  package var within: Duration

  package init(count: Int, within: Duration) {
    self.count = count
    self.within = within
  }
}

/// The times of users' submissions that count against their rates; not stored across a restart.
struct SubmitLog: Sendable {
  private var momentsOfOwner: [UInt32: [AwakeTime]] = [:]

  /// Returns the rate that forbids `owner` another submission at `now`, and the remaining wait; `nil` if none does.
  func obstacle(
    to owner: UInt32, _ rates: [SubmitRate], at now: AwakeTime
  ) -> (rate: SubmitRate, wait: Duration)? {
    let moments = momentsOfOwner[owner] ?? []
    // With 250 a minute, the 250th submission before this one must be at least a minute ago.
    for rate in rates where moments.count >= rate.count {
      let passed = now - moments[moments.count - rate.count]
      if passed < rate.within { return (rate, rate.within - passed) }
    }
    return nil
  }

  /// Records a submission of `owner` at `now`, for `obstacle`. Forgets moments that are older than the longest of
  /// `rates`; without rates it records nothing.
  mutating func note(_ owner: UInt32, _ rates: [SubmitRate], at now: AwakeTime) {
    guard let longest = rates.map(\.within).max() else { return }
    var recent = momentsOfOwner[owner] ?? []
    let outdated = recent.firstIndex { now - $0 < longest } ?? recent.count
    recent.removeFirst(outdated)
    recent.append(now)
    momentsOfOwner[owner] = recent
  }
}
