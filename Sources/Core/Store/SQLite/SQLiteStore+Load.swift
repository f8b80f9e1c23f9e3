import Scheduling

extension SQLiteStore {
  /// Reads the stored data, and replaces the ledger in memory. Rows with values that are never written are not in the
  /// result: they are moved to the table `set_aside`, with a notice for each.
  package func load() throws(StoreError) -> Snapshot {
    var rows = try StoredRows(of: self)
    var snapshot = rows.checked()
    // Sorted here: SQLite orders by bytes, Swift by characters.
    snapshot.apps.sort { $0.key < $1.key }
    // The numbers of rows are older than those of requests that replaced others.
    snapshot.requests.sort { $0.sequence < $1.sequence }
    let isMetaSound = rows.metaReasons.isEmpty
    // Ended runs are not in the snapshot, whose check raises its counters above all numbers in it.
    snapshot.nextRun = max(snapshot.nextRun, try highest("run") + 1)
    // The counter in an unsound row of `meta` may be too low.
    if !isMetaSound {
      snapshot.nextSequence = max(snapshot.nextSequence, try highest("sequence") + 1)
    }
    ledger = rows.ledger
    ledger.copyValues(of: snapshot)
    setAside(rows.unfit + (try unfitHistory()))
    // Stores the ledger, which was corrected above.
    if !isMetaSound { mendMeta(rows.metaReasons) }
    return snapshot
  }

  /// Returns the highest number in a column of the stored runs, ignoring numbers outside the allowed range; 0 if there
  /// is none.
  private func highest(_ column: String) throws(StoreError) -> Int64 {
    let (least, most) = (Allowed.serial.lowerBound, Allowed.serial.upperBound)
    let sql = "SELECT max(\(column)) FROM runs WHERE \(column) BETWEEN \(least) AND \(most)"
    return try access { (database, _) throws(StoreError) in
      try PreparedStatement(database, table: "runs", sql: sql)
        .rows { (row) throws(StoreError) in try row.optionalInteger() ?? 0 }.first ?? 0
    }
  }

  /// Returns the failure commands that were not started, in the order of their numbers. Leaves out rows with values
  /// that are never written, which `load` sets aside.
  package func failureCommands() throws(StoreError) -> [FailureCommand] {
    let found: ReadRows<FailureCommand> = try readRows(" ORDER BY command")
    return found.rows.filter { $0.misfit == nil }
  }

  /// Returns the stored ended runs, device values, entries of the past and failure commands that contain values that
  /// are never written. Later calls return an empty list: the check reads the whole history, and is made once.
  private func unfitHistory() throws(StoreError) -> [UnfitRow] {
    if hasCheckedHistory { return [] }
    hasCheckedHistory = true
    let runs: ReadRows<Run> = try readRows(" WHERE ended_ns IS NOT NULL")
    let events: ReadRows<DeviceEvent> = try readRows()
    let past: ReadRows<PastRecord> = try readRows()
    let commands: ReadRows<FailureCommand> = try readRows()
    return runs.allUnfit + events.allUnfit + past.allUnfit + commands.allUnfit
  }
}
