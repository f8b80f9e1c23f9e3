// What was a column for each option becomes one of JSON for all of them, and one for what came of a request.
extension Schema {
  enum Terms {
    static let statements =
      ["requests", "executed_requests"].flatMap(statements) + [
        "CREATE UNIQUE INDEX requests_of_commands ON requests (owner, id) WHERE app IS NULL",
        """
        CREATE UNIQUE INDEX requests_of_apps ON requests (owner, app, id) WHERE app IS NOT NULL
        """,
      ]

    private static func statements(for table: String) -> [String] {
      [
        "ALTER TABLE \(table) RENAME TO \(table)_2",
        """
        CREATE TABLE \(table) (
          sequence INTEGER PRIMARY KEY,
          owner INTEGER NOT NULL,
          app TEXT,
          id TEXT NOT NULL,
          terms TEXT NOT NULL,
          progress TEXT NOT NULL
        ) STRICT
        """,
        """
        INSERT INTO \(table)
          SELECT sequence, owner, app, id, \(terms), \(progress) FROM \(table)_2
        """,
        "DROP TABLE \(table)_2",
      ]
    }

    private static let terms = object([
      ("version", "1"), ("kind", "kind"), ("submitted", "submitted_ns"),
      (
        "command",
        object([
          ("arguments", json("arguments")), ("steps", json("steps")), ("unit", "unit"),
          ("directory", "directory"), ("environment", json("environment")), ("umask", "umask"),
          ("signal", "signal"),
        ])
      ),
      (
        "window",
        object([("opens", "opens_ns"), ("latest", "latest_ns"), ("atLatest", "at_latest")])
      ),
      (
        "period",
        """
        iif(every_ns IS NULL OR anchor_ns IS NULL OR zone_seconds IS NULL OR begins_ns IS NULL, NULL, \
        \(period))
        """
      ),
      ("requires", json("requires")), ("paths", json("paths")), ("prefers", json("prefers")),
      ("condition", "condition"), ("budget", "budget_ns"), ("grace", "grace_ns"),
      ("allowBattery", flag("allows_battery")), ("expedited", flag("is_expedited")),
      ("group", "group_name"), ("retries", "retries"), ("backoff", "backoff"),
      ("backoffDelay", "backoff_delay_ns"), ("limits", limits), ("onClosedGate", "on_closed_gate"),
      ("onLostPreference", "on_lost_preference"), ("earlySignal", "early_signal"),
      ("signalsReadiness", flag("signals_readiness")), ("preventsSleep", flag("prevents_sleep")),
      ("onFailure", "on_failure"),
      (
        "declaration",
        """
        iif(declared_in IS NULL OR declared_digest IS NULL, NULL, \
        json_array(declared_in, declared_digest))
        """
      ),
      ("timer", json("timer")),
    ])

    private static let period = object([
      ("every", "every_ns"), ("anchor", "anchor_ns"), ("latestAfter", "latest_after_ns"),
      ("flex", "flex_ns"), ("zoneSeconds", "zone_seconds"), ("begins", "begins_ns"),
      ("after", "after_ns"),
    ])

    private static let limits = """
      iif(json_valid(limits), \(object(
        ["memory", "tasks", "cpu", "cpuWeight", "ioWeight"].map {
          ($0, "CAST(json_extract(limits, '$.\($0)') AS INTEGER)")
        })), limits)
      """

    private static let progress = object([
      ("failures", "failures"), ("attempts", "attempts"), ("postponements", "postponements"),
      ("backoffUntil", "backoff_until_awake_ns"), ("lastSuccess", "last_success_ns"),
      (
        "runLengths",
        """
        (SELECT json_group_array(CAST(value AS INTEGER)) \
        FROM json_each(iif(json_valid(run_lengths_ns), run_lengths_ns, '[]')))
        """
      ),
      ("warnedEnds", json("warned_ends")), ("lastEnd", json("last_end")),
      ("stepsDone", "steps_done"), ("checkpoint", "checkpoint"),
      // With all its digits, of which json_object writes fifteen.
      (
        "share",
        """
        iif(share IS NOT NULL AND json_valid(printf('%!.17g', share)), \
        json(printf('%!.17g', share)), NULL)
        """
      ),
      ("crashes", "crashes"), ("isQuarantined", flag("is_quarantined")),
    ])

    private static func object(_ members: [(name: String, value: String)]) -> String {
      "json_object(" + members.map { "'\($0.name)', \($0.value)" }.joined(separator: ", ") + ")"
    }

    /// The JSON in a column. What is none becomes a text, so that the row is set aside when it is read.
    private static func json(_ column: String) -> String {
      "iif(json_valid(\(column)), json(\(column)), \(column))"
    }

    private static func flag(_ column: String) -> String {
      "iif(\(column), json('true'), json('false'))"
    }
  }
}
