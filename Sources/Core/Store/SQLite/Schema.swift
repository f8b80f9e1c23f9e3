/// The tables. A database of another version is refused: there is one schema until the first release, and from then on
/// each change is a step from one version to the next.
enum Schema {
  /// "Ruba", in the header of the file: distinguishes our databases from those of other programs.
  static let applicationID: Int32 = 0x5275_6261

  /// The version of the schema.
  static let version: Int64 = 1

  /// Creates the tables, all or none.
  static func make(in database: Database) throws(StoreError) {
    let statements = [
      "PRAGMA application_id = \(applicationID)", createVersionTable, meta, apps, requests,
      executed, runs, device, learned, setAside, appProcesses,
    ]
    try database.transaction { () throws(StoreError) in
      for statement in statements { try database.execute(statement) }
    }
  }

  /// The state of a database.
  enum State: Equatable {
    case empty
    case version(Int64)
    /// The database is from before the first release.
    case unreleased
    /// The database has tables, but none with its version.
    case unknown
  }

  /// Returns the state of a database by its tables. An empty table of the version counts as the present version.
  static func state(of database: Database) throws(StoreError) -> State {
    let tables = Set(try database.texts("SELECT name FROM sqlite_master WHERE type = 'table'"))
    if tables.isEmpty { return .empty }
    if tables.contains(versionTable) {
      return .version(try database.integer("SELECT max(version) FROM \(versionTable)") ?? version)
    }
    // Databases from before the first release have their versions in this table.
    return tables.contains("grdb_migrations") ? .unreleased : .unknown
  }

  /// The table of the schema's version. Damage to another table does not change the version.
  static let versionTable = "schema"

  private static let createVersionTable = """
    CREATE TABLE schema (version INTEGER PRIMARY KEY) STRICT;
    INSERT INTO schema VALUES (\(version));
    """

  // Columns named _ns contain nanoseconds since 1970 UTC, or durations; _boot_ns and _awake_ns count from the boot that
  // meta.boot_id names, with and without the machine's sleep.

  /// One row: the data that is in no other table. The counters are above every id that was ever used, also by rows that
  /// were deleted.
  private static let meta = """
    CREATE TABLE meta (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      next_run INTEGER NOT NULL,
      next_sequence INTEGER NOT NULL,
      committed_ns INTEGER,
      committed_boot_ns INTEGER,
      committed_awake_ns INTEGER,
      boot_id TEXT,
      zone_seconds INTEGER NOT NULL DEFAULT 0,
      device_told TEXT NOT NULL DEFAULT '[]',
      device_is_frozen INTEGER NOT NULL DEFAULT 0,
      device_thaws_boot_ns INTEGER
    ) STRICT;
    INSERT INTO meta (one, next_run, next_sequence) VALUES (1, 1, 1);
    """

  /// The installation of an app is JSON.
  private static let apps = """
    CREATE TABLE apps (
      owner INTEGER NOT NULL,
      id TEXT NOT NULL,
      permitted_identifiers TEXT NOT NULL,
      background_modes TEXT NOT NULL,
      refresh_is_on INTEGER NOT NULL,
      is_foreground INTEGER NOT NULL,
      is_force_quit INTEGER NOT NULL,
      registered_ns INTEGER NOT NULL,
      last_opened_ns INTEGER,
      last_served_ns INTEGER,
      usage TEXT NOT NULL,
      habit BLOB NOT NULL,
      last_refreshed_ns INTEGER,
      reliability TEXT NOT NULL,
      installation TEXT,
      UNIQUE (owner, id)
    ) STRICT;
    """

  /// The options are one column of JSON, and the results of a request are another. A request that replaces another is
  /// stored in its row, and `sequence` stays the number of the first request in the row: `terms` has the present one.
  /// With a new row number for each replacement, two more pages would be written.
  private static let requestColumns = """
    sequence INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL,
    app TEXT,
    id TEXT NOT NULL,
    terms TEXT NOT NULL,
    progress TEXT NOT NULL
    """

  /// Two partial indices, since a unique index treats NULLs as different: a row is in one of them.
  private static let requests = """
    CREATE TABLE requests (\(requestColumns)) STRICT;
    CREATE UNIQUE INDEX requests_of_commands ON requests (owner, id) WHERE app IS NULL;
    CREATE UNIQUE INDEX requests_of_apps ON requests (owner, app, id) WHERE app IS NOT NULL;
    """

  /// Requests that runs execute and that were replaced or removed meanwhile; several can have one name.
  private static let executed = """
    CREATE TABLE executed_requests (\(requestColumns)) STRICT;
    """

  /// The columns from failures to is_quarantined are the state that a run left to its request; all empty if there is
  /// none. `message` belongs to an ended run; a frozen run has there the code of its deferral before the freeze.
  private static let runs = """
    CREATE TABLE runs (
      run INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL,
      app TEXT,
      id TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      kind TEXT NOT NULL,
      group_name TEXT,
      signal INTEGER NOT NULL,
      budget_ns INTEGER NOT NULL,
      grace_ns INTEGER NOT NULL,
      started_ns INTEGER NOT NULL,
      started_boot_ns INTEGER NOT NULL,
      started_awake_ns INTEGER NOT NULL,
      is_forced INTEGER NOT NULL,
      phase TEXT NOT NULL,
      stop_reason TEXT,
      expires_awake_ns INTEGER,
      ended_ns INTEGER,
      outcome TEXT,
      exit_code INTEGER,
      exit_signal INTEGER,
      was_killed INTEGER,
      cpu_seconds REAL,
      peak_memory_bytes INTEGER,
      message TEXT,
      dumped_core INTEGER,
      step INTEGER NOT NULL,
      step_name TEXT,
      step_started_awake_ns INTEGER NOT NULL,
      step_limit_ns INTEGER,
      frozen_for_ns INTEGER NOT NULL,
      early_signal INTEGER,
      awaits_readiness INTEGER NOT NULL,
      earlier_cpu_seconds REAL,
      earlier_peak_memory_bytes INTEGER,
      arguments TEXT NOT NULL,
      kill_report TEXT NOT NULL,
      stop_message TEXT,
      step_began_awake_ns INTEGER,
      on_lost_preference INTEGER,
      insistence TEXT,
      failures INTEGER,
      attempts INTEGER,
      postponements INTEGER,
      backoff_until_awake_ns INTEGER,
      crashes INTEGER,
      is_quarantined INTEGER,
      process INTEGER,
      task TEXT,
      share REAL,
      progressed_awake_ns INTEGER,
      paused_for_ns INTEGER
    ) STRICT;
    CREATE INDEX runs_by_key ON runs (owner, id, app);
    """

  /// The present processes of apps. They share their numbers with runs. launch_...: the durations of the parts of the
  /// launch; locks: the files that it has locked, as JSON.
  private static let appProcesses = """
    CREATE TABLE app_processes (
      process INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL,
      app TEXT NOT NULL,
      is_users INTEGER NOT NULL,
      state TEXT NOT NULL,
      state_awake_ns INTEGER,
      began_ns INTEGER NOT NULL,
      began_boot_ns INTEGER NOT NULL,
      began_awake_ns INTEGER NOT NULL,
      pid INTEGER,
      start_ticks INTEGER,
      is_mistrusted INTEGER NOT NULL,
      is_debugged INTEGER NOT NULL DEFAULT 0,
      launch_started_ns INTEGER,
      launch_attached_ns INTEGER,
      launch_finished_ns INTEGER,
      launch_handed_ns INTEGER,
      locks TEXT NOT NULL DEFAULT '[]'
    ) STRICT;
    """

  /// Creates the log of the past and the table of failure commands, if the database does not have them: databases of
  /// the same version that older daemons made do not. If no space is left for a table, it is in memory until the
  /// database is opened again, since a daemon must start on a full disk.
  static func createAddedTablesIfMissing(in database: Database) throws(StoreError) {
    for table in [past, failureCommands] {
      do throws(StoreError) {
        try database.execute("CREATE TABLE IF NOT EXISTS \(table)")
      } catch {
        guard case .full = error else { throw error }
        try database.execute("PRAGMA temp_store = MEMORY; CREATE TEMP TABLE \(table)")
      }
    }
  }

  /// The log of the past, from which reports are made. Entries with an end are gaps, with the cause as their name;
  /// entries with only an owner are waits, and the others values of the device. A number is used again only if all
  /// entries were deleted; AUTOINCREMENT would write one more page in each commit.
  private static let past = """
    past (
      entry INTEGER PRIMARY KEY,
      at_ns INTEGER NOT NULL,
      ends_ns INTEGER,
      owner INTEGER,
      app TEXT,
      name TEXT NOT NULL,
      kind TEXT,
      content TEXT
    ) STRICT;
    """

  /// The failure commands that were not started, with the request that each reports. The rest is JSON.
  private static let failureCommands = """
    failure_commands (
      command INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL,
      app TEXT,
      id TEXT NOT NULL,
      report TEXT NOT NULL
    ) STRICT;
    """

  private static let learned = """
    CREATE TABLE learned (
      name TEXT NOT NULL UNIQUE,
      bytes BLOB NOT NULL
    ) STRICT;
    """

  private static let device = """
    CREATE TABLE device (
      field TEXT NOT NULL UNIQUE,
      value TEXT
    ) STRICT;
    CREATE TABLE device_events (
      event INTEGER PRIMARY KEY AUTOINCREMENT,
      at_ns INTEGER NOT NULL,
      field TEXT NOT NULL,
      value TEXT
    ) STRICT;
    """

  /// Rows with values that are never written: their table, the time, the reason, and the statement that would insert
  /// the row again.
  private static let setAside = """
    CREATE TABLE set_aside (
      entry INTEGER PRIMARY KEY AUTOINCREMENT,
      from_table TEXT NOT NULL,
      at_ns INTEGER NOT NULL DEFAULT (unixepoch() * 1000000000),
      reason TEXT NOT NULL,
      statement TEXT NOT NULL
    ) STRICT;
    """
}
