import Scheduling

/// The data that a scheduler is built from, as stored in the tables.
struct StoredRows {
  private let apps: ReadRows<App>
  private let requests: ReadRows<Request>
  private let liveRuns: ReadRows<Run>
  private let executed: ReadRows<Request>
  private let lastRuns: ReadRows<Run>
  private let processes: ReadRows<AppProcess>
  private let learned: ReadRows<Learned>
  private let unfitDeviceFields: [UnfitRow]
  private(set) var ledger: Ledger
  /// The problems of `meta`.
  private(set) var metaReasons: [String]
  /// The rows that cannot be read, or whose values are never written.
  private(set) var unfit: [UnfitRow] = []

  /// Reads all tables that the scheduler needs. Rows that cannot be read are added to `unfit`.
  init(of store: SQLiteStore) throws(StoreError) {
    (ledger, metaReasons, unfitDeviceFields) = try Self.ledger(of: store)
    apps = try store.readRows()
    requests = try store.readRows(" ORDER BY sequence")
    liveRuns = try store.readRows(" WHERE ended_ns IS NULL ORDER BY run")
    executed = try store.readRows(" ORDER BY sequence", of: Request.executed)
    lastRuns = try store.readRows(Self.ofLastRuns)
    processes = try store.readRows(" ORDER BY process")
    learned = try store.readRows(" ORDER BY name")
    unfit =
      apps.unfit + requests.unfit + liveRuns.unfit + executed.unfit + processes.unfit
      + learned.unfit + unfitDeviceFields
  }

  /// The last run of each key that left state.
  private static let ofLastRuns = """
     WHERE failures IS NOT NULL AND run IN (
      SELECT max(run) FROM runs
      WHERE ended_ns IS NOT NULL AND outcome <> 'skipped'
      GROUP BY owner, app, id)
    ORDER BY run DESC LIMIT \(LastRuns.limit)
    """

  /// Reads the ledger of the last commit, and the device state. The counts of added history are set to their limit, so
  /// that the next commit cuts the history: the additions since the last cut are unknown.
  ///
  /// - Returns: The ledger, the problems of the row of `meta`, and the unreadable rows of the device state.
  static func ledger(
    of store: SQLiteStore
  ) throws(StoreError) -> (ledger: Ledger, reasons: [String], unfit: [UnfitRow]) {
    let rows: ReadRows<Ledger> = try store.readRows()
    let fields: ReadRows<DeviceField> = try store.readRows()
    var ledger = rows.rows.last ?? Ledger()
    for field in fields.rows { ledger.device.apply(field.value) }
    ledger.endedRuns = store.limits.slack
    ledger.deviceEvents = store.limits.slack
    ledger.pastEntries = store.limits.pastSlack
    let reasons = rows.rows.isEmpty && rows.unfit.isEmpty ? ["it is missing"] : []
    return (ledger, rows.unfit.map(\.reason) + reasons, fields.unfit)
  }

  /// Returns a snapshot of all rows that fit. Adds the other rows to `unfit`, and the problems of `meta` to
  /// `metaReasons`.
  mutating func checked() -> Snapshot {
    var snapshot = Snapshot()
    snapshot.apps = apps.rows
    snapshot.requests = requests.rows
    snapshot.liveRuns = liveRuns.rows
    snapshot.executed = executed.rows
    snapshot.lastRuns = lastRuns.rows.reversed()
    snapshot.processes = processes.rows
    snapshot.learned = learned.rows
    ledger.copyValues(into: &snapshot)
    let (checked, misfits) = snapshot.checked()
    for misfit in misfits { note(misfit) }
    return checked
  }

  /// Adds a misfit that the check of the snapshot found to the rows to set aside, or to the problems of `meta`.
  private mutating func note(_ found: Snapshot.Unfit) {
    switch found.place {
    case .app(let index): unfit.append(apps.unfit(at: index, found.misfit))
    case .request(let index): unfit.append(requests.unfit(at: index, found.misfit))
    case .run(let index): unfit.append(liveRuns.unfit(at: index, found.misfit))
    case .executed(let index): unfit.append(executed.unfit(at: index, found.misfit))
    // The last runs are checked with the rest of the history.
    case .lastRun: break
    case .process(let index): unfit.append(processes.unfit(at: index, found.misfit))
    case .learned(let index): unfit.append(learned.unfit(at: index, found.misfit))
    // The rest of a snapshot is the content of `meta`.
    case .rest: metaReasons.append("\(found.misfit)")
    }
  }
}
