/// The tables, and how a database of an older version becomes one of this.
///
/// A migration that has been released never changes; what is new is a migration behind it, named by
/// the next number.
enum Schema {
  /// "Ruba", in the header of the file: tells our databases from those of other programs.
  static let applicationID: Int32 = 0x5275_6261

  static let migrations = {
    var migrations = Migrations()
    migrations.add(
      "1",
      [
        "PRAGMA application_id = \(applicationID)", meta, apps, requests, runs, device, learned,
      ])
    migrations.add(
      "2", [executed, stopMessages, lastEnds, lostPreferences, whatRunsLeave, setAside])
    migrations.add("3", Terms.statements)
    migrations.add("4", [installations, processesOfRuns, appProcesses])
    migrations.add("5", [launches, classesOfTasks])
    migrations.add("6", [pausedRuns])
    return migrations
  }()

  /// The newest version that this program knows.
  static var version: String { migrations.names.last ?? "" }

  // Columns named _ns hold nanoseconds since 1970 UTC, or durations; _boot_ns and _awake_ns count
  // from the boot that meta.boot_id names, with and without the machine's sleep.

  /// One row: what is known besides the other tables. The counters are above every id that was ever
  /// used, also by rows that are long gone.
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
      UNIQUE (owner, id)
    ) STRICT;
    """

  private static let requestColumns = """
    sequence INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL,
    app TEXT,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    arguments TEXT NOT NULL,
    directory TEXT NOT NULL,
    umask INTEGER NOT NULL,
    signal INTEGER NOT NULL,
    submitted_ns INTEGER NOT NULL,
    opens_ns INTEGER NOT NULL,
    latest_ns INTEGER,
    at_latest TEXT NOT NULL,
    every_ns INTEGER,
    anchor_ns INTEGER,
    latest_after_ns INTEGER,
    flex_ns INTEGER,
    zone_seconds INTEGER,
    begins_ns INTEGER,
    after_ns INTEGER,
    requires TEXT NOT NULL,
    prefers TEXT NOT NULL,
    budget_ns INTEGER,
    grace_ns INTEGER,
    allows_battery INTEGER NOT NULL,
    is_expedited INTEGER NOT NULL,
    group_name TEXT,
    retries INTEGER NOT NULL,
    backoff TEXT NOT NULL,
    backoff_delay_ns INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    postponements INTEGER NOT NULL,
    backoff_until_awake_ns INTEGER,
    last_success_ns INTEGER,
    run_lengths_ns TEXT NOT NULL,
    warned_ends TEXT NOT NULL,
    unit TEXT,
    limits TEXT NOT NULL,
    on_closed_gate TEXT NOT NULL,
    early_signal INTEGER,
    signals_readiness INTEGER NOT NULL,
    on_failure TEXT,
    prevents_sleep INTEGER NOT NULL,
    paths TEXT NOT NULL,
    condition TEXT,
    declared_in TEXT,
    declared_digest TEXT,
    timer TEXT NOT NULL,
    steps_done INTEGER NOT NULL,
    checkpoint TEXT,
    share REAL,
    crashes INTEGER NOT NULL,
    is_quarantined INTEGER NOT NULL,
    steps TEXT NOT NULL,
    environment TEXT NOT NULL
    """

  /// Two partial indices, since a unique index takes NULLs for different: a row is in one of them.
  private static let requests = """
    CREATE TABLE requests (\(requestColumns)) STRICT;
    CREATE UNIQUE INDEX requests_of_commands ON requests (owner, id) WHERE app IS NULL;
    CREATE UNIQUE INDEX requests_of_apps ON requests (owner, app, id) WHERE app IS NOT NULL;
    """

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
      kill_report TEXT NOT NULL
    ) STRICT;
    CREATE INDEX runs_by_key ON runs (owner, id, app);
    """

  /// What users said who stopped a run stood among the codes of the scheduler's own.
  private static let stopMessages = """
    ALTER TABLE runs ADD COLUMN stop_message TEXT;
    """

  /// Why a request waits after a run, and whether the command of a run has begun that is not ready.
  private static let lastEnds = """
    ALTER TABLE requests ADD COLUMN last_end TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE executed_requests ADD COLUMN last_end TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE runs ADD COLUMN step_began_awake_ns INTEGER;
    """

  private static let lostPreferences = """
    ALTER TABLE requests ADD COLUMN on_lost_preference INTEGER;
    ALTER TABLE executed_requests ADD COLUMN on_lost_preference INTEGER;
    ALTER TABLE runs ADD COLUMN on_lost_preference INTEGER;
    """

  /// Rows that were found to hold what is never written: whence, since when, why, and the statement
  /// that would insert the row again.
  private static let setAside = """
    CREATE TABLE set_aside (
      entry INTEGER PRIMARY KEY AUTOINCREMENT,
      from_table TEXT NOT NULL,
      at_ns INTEGER NOT NULL DEFAULT (unixepoch() * 1000000000),
      reason TEXT NOT NULL,
      statement TEXT NOT NULL
    ) STRICT;
    """

  /// What an app was installed with, as JSON.
  private static let installations = "ALTER TABLE apps ADD COLUMN installation TEXT"

  /// The process of its app that a run was handed to.
  private static let processesOfRuns = "ALTER TABLE runs ADD COLUMN process INTEGER"

  /// The class of a run's task, as JSON, and how far the task has come.
  private static let classesOfTasks = """
    ALTER TABLE runs ADD COLUMN task TEXT;
    ALTER TABLE runs ADD COLUMN share REAL;
    ALTER TABLE runs ADD COLUMN progressed_awake_ns INTEGER;
    """

  /// How long somebody had paused a run.
  private static let pausedRuns = "ALTER TABLE runs ADD COLUMN paused_for_ns INTEGER"

  /// The processes of apps that live. They share their numbers with runs.
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
      is_mistrusted INTEGER NOT NULL
    ) STRICT;
    """

  /// How long each part of the launch of a process took, whether a debugger has held it,
  /// and the files that it has locked, as JSON.
  private static let launches = """
    ALTER TABLE app_processes ADD COLUMN is_debugged INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE app_processes ADD COLUMN launch_started_ns INTEGER;
    ALTER TABLE app_processes ADD COLUMN launch_attached_ns INTEGER;
    ALTER TABLE app_processes ADD COLUMN launch_finished_ns INTEGER;
    ALTER TABLE app_processes ADD COLUMN launch_handed_ns INTEGER;
    ALTER TABLE app_processes ADD COLUMN locks TEXT NOT NULL DEFAULT '[]';
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

  /// What runs execute that was replaced or removed meanwhile, of which several may have one name.
  private static let executed = """
    CREATE TABLE executed_requests (\(requestColumns)) STRICT;
    """

  /// What a run left to its request; all empty where that was nothing.
  private static let whatRunsLeave = """
    ALTER TABLE runs ADD COLUMN insistence TEXT;
    ALTER TABLE runs ADD COLUMN failures INTEGER;
    ALTER TABLE runs ADD COLUMN attempts INTEGER;
    ALTER TABLE runs ADD COLUMN postponements INTEGER;
    ALTER TABLE runs ADD COLUMN backoff_until_awake_ns INTEGER;
    ALTER TABLE runs ADD COLUMN crashes INTEGER;
    ALTER TABLE runs ADD COLUMN is_quarantined INTEGER;
    """
}
