/// The use of the device by one app's runs, regular or expedited ones: the past sessions, and the present one.
package struct Account: Hashable, Sendable {
  package internal(set) var ledger = SessionLedger()
  package internal(set) var meter = Meter()

  package init() {}

  /// Adds a run that begins. Returns whether a session began with it; `false` while runs are not charged.
  mutating func begin(_ run: RunID, at now: Instant) -> Bool {
    meter.begin(run, at: now)
  }

  /// Removes a run that has ended. If it was the last, its session moves to the past ones.
  mutating func end(_ run: RunID, at now: Instant, _ settings: QuotaSettings) {
    addToLedger(meter.end(run, at: now), settings)
  }

  /// Starts or stops charging for the present runs. At a stop, the present session moves to the past ones.
  mutating func setCharging(_ isCharged: Bool, at now: Instant, _ settings: QuotaSettings) {
    addToLedger(meter.setCharging(isCharged, at: now), settings)
  }

  /// Ends the present session at `moment`, on the boot of its start; its runs no longer exist.
  mutating func abandon(at moment: Instant, _ settings: QuotaSettings) {
    addToLedger(meter.close(at: moment), settings)
    meter.runs = []
  }

  /// Adds an ended session to the ledger; `nil` adds nothing.
  private mutating func addToLedger(_ session: UsageSession?, _ settings: QuotaSettings) {
    guard let session else { return }
    // Nearly all apps have fewer sessions than are kept at any limits, which need not be read then.
    let most =
      ledger.sessions.count < QuotaSettings.fewestSessions
      ? QuotaSettings.fewestSessions : settings.keptSessions
    ledger.add(session, joining: settings.coalescing, reach: settings.reach, most: most)
  }

  /// Removes the past use, and lets the present session start at `now`.
  mutating func reset(at now: Instant) {
    ledger = SessionLedger()
    if meter.since != nil {
      meter.since = now
      meter.count = meter.runs.count
    }
  }

  /// Returns the ledger as if the present session ended now.
  func ledger(at now: Instant, _ settings: QuotaSettings) -> SessionLedger {
    guard meter.since != nil else { return ledger }
    var ended = self
    ended.abandon(at: now, settings)
    return ended.ledger
  }
}
