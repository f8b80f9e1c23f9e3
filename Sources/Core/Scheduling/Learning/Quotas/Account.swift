/// What was used, and what is being used.
package struct Account: Hashable, Sendable {
  package internal(set) var ledger = SessionLedger()
  package internal(set) var meter = Meter()

  package init() {}

  mutating func begin(_ run: RunID, at now: Instant) -> Bool {
    meter.begin(run, at: now)
  }

  mutating func end(_ run: RunID, at now: Instant, _ settings: QuotaSettings) {
    enter(meter.end(run, at: now), settings)
  }

  mutating func charge(_ isCharged: Bool, at now: Instant, _ settings: QuotaSettings) {
    enter(meter.charge(isCharged, at: now), settings)
  }

  /// Ends the session under way at `moment`, on whose boot it began; the runs are gone.
  mutating func abandon(at moment: Instant, _ settings: QuotaSettings) {
    enter(meter.close(at: moment), settings)
    meter.runs = []
  }

  private mutating func enter(_ session: UsageSession?, _ settings: QuotaSettings) {
    guard let session else { return }
    ledger.add(
      session, joining: settings.coalescing, reach: settings.reach, most: settings.keptSessions)
  }

  /// Forgets what was used; what is being used counts from now.
  mutating func reset(at now: Instant) {
    ledger = SessionLedger()
    if meter.since != nil {
      meter.since = now
      meter.count = meter.runs.count
    }
  }

  /// The ledger as it would be if the session under way ended now.
  func ledger(at now: Instant, _ settings: QuotaSettings) -> SessionLedger {
    guard meter.since != nil else { return ledger }
    var account = self
    account.abandon(at: now, settings)
    return account.ledger
  }
}
