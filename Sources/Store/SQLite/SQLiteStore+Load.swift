import GRDB
import Scheduling

extension SQLiteStore {
  package func load() throws(StoreError) -> Snapshot {
    ledger = try readLedger()
    var snapshot = Snapshot()
    // Sorted here: SQLite orders by bytes, Swift by characters.
    let apps: [App] = try fetch(App.table.select)
    snapshot.apps = apps.sorted { $0.key < $1.key }
    snapshot.requests = try fetch(Request.table.select + " ORDER BY sequence")
    snapshot.liveRuns = try fetch(Run.table.select + " WHERE ended_ns IS NULL ORDER BY run")
    snapshot.executed = try fetch(Request.executed.select + " ORDER BY sequence")
    let lastRuns: [Run] = try fetch(Run.table.select + Self.ofLastRuns)
    snapshot.lastRuns = lastRuns.reversed()
    snapshot.learned = try fetch(Learned.table.select + " ORDER BY name")
    ledger.describe(in: &snapshot)
    return snapshot
  }

  /// The last run of each key, where it left something.
  private static let ofLastRuns = """
     WHERE failures IS NOT NULL AND run IN (
      SELECT max(run) FROM runs WHERE ended_ns IS NOT NULL GROUP BY owner, app, id)
    ORDER BY run DESC LIMIT \(LastRuns.limit)
    """

  /// The ledger as it was committed last. History counts as due to be cut: nobody knows how much of
  /// it came since the last time.
  func readLedger() throws(StoreError) -> Ledger {
    var ledgers: [Ledger] = try fetch(Ledger.table.select)
    guard var ledger = ledgers.popLast() else {
      throw .unreadableRow(path: path, table: "meta", column: "one", value: "no row")
    }
    let fields: [DeviceField] = try fetch(DeviceField.table.select)
    for field in fields { ledger.device.apply(field.value) }
    ledger.endedRuns = limits.slack
    ledger.deviceEvents = limits.slack
    return ledger
  }
}
