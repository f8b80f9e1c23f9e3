/// The past use, and the present use.
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

  mutating func setCharging(_ isCharged: Bool, at now: Instant, _ settings: QuotaSettings) {
    enter(meter.setCharging(isCharged, at: now), settings)
  }

  /// Ends the present session at `moment`, on the boot of its start; its runs no longer exist.
  mutating func abandon(at moment: Instant, _ settings: QuotaSettings) {
    enter(meter.close(at: moment), settings)
    meter.runs = []
  }

  /// Adds an ended session to the ledger; `nil` adds nothing.
  private mutating func enter(_ session: UsageSession?, _ settings: QuotaSettings) {
    guard let session else { return }
    ledger.add(
      session, joining: settings.coalescing, reach: settings.reach, most: settings.keptSessions)
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
    var account = self
    account.abandon(at: now, settings)
    return account.ledger
  }
}
