/// A temporary addition to the quota of an app that was just opened.
package struct QuotaBonus: Hashable, Sendable {
  package var at: WallTime
  package var time: Duration
  package var runs: Int
  package var sessions: Int

  package init(at: WallTime, time: Duration = .zero, runs: Int = 0, sessions: Int = 0) {
    self.at = at
    self.time = time
    self.runs = runs
    self.sessions = sessions
  }
}
