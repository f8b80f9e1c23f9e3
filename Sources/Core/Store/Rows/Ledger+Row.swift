import Scheduling

extension Ledger: TableRow {
  /// `meta` has one row.
  static let table = StoredTable(
    name: "meta",
    columns: [
      "next_run", "next_sequence", "committed_ns", "committed_boot_ns",
      "committed_awake_ns", "boot_id", "zone_seconds",
      "device_told", "device_is_frozen", "device_thaws_boot_ns",
    ],
    keys: [])

  /// An update, not an upsert: it runs with every commit, and the row always exists.
  static let update = """
    UPDATE meta SET next_run = ?, next_sequence = ?, committed_ns = ?, committed_boot_ns = ?, \
    committed_awake_ns = ?, boot_id = ?, zone_seconds = ?, device_told = ?, device_is_frozen = ?, \
    device_thaws_boot_ns = ? WHERE one = 1
    """

  /// Binds every column in the order of `table`, which is also the order of `update`. The last three are the overridden
  /// fields of the device, whether it is frozen, and the time at which it thaws.
  func bind(to binder: inout Binder) {
    binder.bind(nextRun)
    binder.bind(nextSequence)
    binder.bind(lastCommit)
    binder.bind(bootID)
    binder.bind(Int64(zoneSeconds))
    binder.bind(overrides.overriddenKeys.map(\.text))
    binder.bind(overrides.isFrozen)
    binder.bind(overrides.thaws)
  }

  /// Reads every column, in the order in which `bind(to:)` binds them.
  init(from row: inout RowReader) throws(StoreError) {
    nextRun = try row.integer()
    nextSequence = try row.integer()
    let wall: WallTime? = try row.optionalMoment()
    let boot: BootTime? = try row.optionalMoment()
    let awake: AwakeTime? = try row.optionalMoment()
    if let wall, let boot, let awake {
      lastCommit = Instant(wall: wall, boot: boot, awake: awake)
    }
    bootID = try row.optionalText()
    zoneSeconds = try row.integer(as: Int.self)
    overrides.addKeys(try row.list().exact)
    overrides.isFrozen = try row.flag()
    overrides.thaws = try row.optionalMoment()
  }
}
