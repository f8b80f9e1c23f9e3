// The second half of the table: length, order, repetition and context of runs.
extension Option {
  static let order = [
    Option(
      field: "budget", type: .duration, flag: "budget", key: "budget",
      help: "Maximum duration of a run.", valueName: "duration", term: "budget", isOptional: true,
      hasDefault: true,
      card: Line(label: "budget", text: "{budget}, then {grace} of grace"),
      guide: Row(value: "DURATION", text: "maximum duration of a run", unlessGiven: "by kind"),
      taskGuide: Row(text: "maximum duration of a run", unlessGiven: "by kind")),
    Option(
      field: "grace", type: .duration, flag: "grace", key: "grace",
      help: "Time between the warning and the kill.", valueName: "duration", term: "grace",
      isOptional: true, hasDefault: true,
      guide: Row(
        value: "DURATION", text: "time between the warning and the kill", unlessGiven: "by kind"),
      taskGuide: Row(text: "time between the warning and the kill", unlessGiven: "by kind")),
    Option(
      field: "allowBattery", type: .flag, flag: "allow-battery", key: "allow-battery",
      help: "Allow runs on battery.", term: "allowsBattery", shown: Shown(),
      card: Line(label: "on battery", text: "allowed"),
      guide: Row(text: "allow runs on battery; run before others of its kind"),
      taskGuide: Row(text: "allow runs on battery; yes or no", unlessGiven: "no")),
    Option(
      field: "expedited", type: .flag, flag: "expedited", key: "expedited",
      help: "Run before others of its kind.", term: "isExpedited",
      shown: Shown(),
      guide: Row(),
      taskGuide: Row(text: "run before others of its kind; yes or no", unlessGiven: "no")),
    Option(
      field: "group", type: .text, flag: "group", key: "group",
      comment: "Requests of one group never run at the same time",
      help: "Never run at the same time as others of this group.", valueName: "name",
      term: "group",
      isOptional: true, shown: Shown(), card: Line(label: "group"),
      guide: Row(value: "NAME", text: "never run at the same time as others of the group"),
      taskGuide: Row(text: "never run at the same time as others of the group", unlessGiven: "none")
    ),
  ]

  static let retries = [
    Option(
      field: "retries", type: .count(0...1000), flag: "retries", key: "retries",
      comment: "How often a failed run is retried",
      help: "How often a failed run is retried.", valueName: "count", term: "retries",
      shown: Shown(),
      card: Line(label: "retries", text: "{retries}, {backoff} from {backoffDelay}"),
      guide: Row(value: "COUNT", text: "how often a failed run is retried", unlessGiven: "4"),
      taskGuide: Row(text: "how often a failed run is retried", unlessGiven: "4")),
    Option(
      field: "retryOn", type: .word("RetryCondition"), flag: "retry-on", key: "retry-on",
      comment: "Which failed runs are retried: failure or abnormal; failure unless given",
      help: "Which failed runs are retried: failure (all) or abnormal (none that exit by itself).",
      valueName: "what", term: "run.retryOn",
      isOptional: true, shown: Shown(comment: "Which failed runs are retried: failure or abnormal"),
      card: Line(label: "retried", text: "unless the command exits by itself", only: "abnormal"),
      guide: Row(
        value: "failure\\|abnormal",
        text: "which failed runs are retried: all, or only those that were ended by a signal, for"
          + " their memory or their overrun, or could not be started; what exits with a status then"
          + " has failed for good",
        unlessGiven: "failure"),
      taskGuide: Row(
        text: "which failed runs are retried: `failure`, all, or `abnormal`, all but those that"
          + " exit with a status",
        unlessGiven: "`failure`")),
    Option(
      field: "backoff", type: .word("BackoffGrowth"), flag: "backoff", key: "backoff",
      comment: "How retry delays grow: linear or exponential; exponential unless given",
      help: "How retry delays grow: linear or exponential (the default).",
      valueName: "growth", term: "backoff.growth",
      shown: Shown(comment: "How retry delays grow: linear or exponential"),
      guide: Row(
        value: "linear\\|exponential", text: "how retry delays grow",
        unlessGiven: "exponential"),
      taskGuide: Row(
        text: "how retry delays grow: `linear` or `exponential`", unlessGiven: "`exponential`")),
    Option(
      field: "backoffDelay", type: .duration, flag: "backoff-delay", key: "backoff-delay",
      comment: "The first of them", help: "The first retry delay (default: 30s).",
      valueName: "duration", term: "backoff.first",
      isOptional: true, hasDefault: true, shown: Shown(comment: "The first of them"),
      guide: Row(
        value: "DURATION", text: "the first retry delay, 10 s to 5 h", unlessGiven: "30 s"),
      taskGuide: Row(text: "the first retry delay, 10 s to 5 h", unlessGiven: "30s")),
    Option(
      field: "ifPending", type: .word("IfPending"), flag: "if-pending",
      comment: "replace or keep",
      help: "If a request with this id is queued: replace (the default) or keep it. Unless this is"
        + " given, submit asks before a request that repeats loses options; where it cannot ask, it"
        + " refuses if the request would then run only once.",
      valueName: "what", place: "ifPending",
      guide: Row(
        value: "replace\\|keep", text: "if a request with this id is queued: replace or keep it",
        unlessGiven: "replace; what repeats and would lose options, only after asking"
          + " ([submitting again](#changing-a-request))")),
    Option(
      field: "replaceRunning", type: .flag, flag: "replace-running",
      help: "Stop a running request with this id first, instead of running after it.",
      place: "replacesRunning",
      guide: Row(text: "stop a running request with this id first", unlessGiven: "run after it")),
  ]

  static let run = [
    Option(
      field: "limits", type: .limits, flag: "limit", key: "limits",
      help: "Resource limits of a run: memory=512M,tasks=100,cpu=50%,cpu-weight=20,io-weight=20.",
      valueName: "list", term: "run.limits", shown: Shown(),
      guide: Row(
        value: "LIST",
        text: "resource limits of a run:"
          + " `memory=512M,tasks=100,cpu=50%,cpu-weight=20,io-weight=20`",
        unlessGiven: "the service's"),
      taskGuide: Row(
        text: "`memory` (512M), `tasks`, `cpu` (150%), `cpu-weight`, `io-weight` (1 to 10000)",
        unlessGiven: "none")),
    Option(
      field: "onClosedGate", type: .word("ClosedGateAnswer"), flag: "on-closed-gate",
      key: "on-closed-gate", comment: "stop or freeze; stop unless given",
      help: "If a gate closes during a run: stop it (the default) or freeze it for a while.",
      valueName: "what", term: "run.onClosedGate",
      shown: Shown(comment: "What happens to a run when a gate closes: stop or freeze"),
      card: Line(label: "closed gate", text: "freezes the run", only: "freeze"),
      guide: Row(
        value: "stop\\|freeze",
        text: "if a gate closes during a run: stop it, or freeze it and continue if the gate opens"
          + " within ten minutes",
        unlessGiven: "stop"),
      taskGuide: Row(
        text: "`stop`, or `freeze` until the gate opens again", unlessGiven: "`stop`")),
    Option(
      field: "onLostPreference", type: .signal, flag: "on-lost-preference",
      key: "on-lost-preference",
      comment: """
        A signal when something that it prefers is lost during a run, such as USR1; none unless given
        """,
      help:
        "Signal sent when a preferred condition is lost during a run, such as USR1 (default:"
        + " none).",
      valueName: "name", term: "run.onLostPreference",
      isOptional: true,
      shown: Shown(
        comment: "The signal sent when a preferred condition is lost during a run, such as USR1"),
      card: Line(label: "lost preference", text: "sends SIG{}"),
      guide: Row(
        value: "NAME",
        text:
          "signal, such as USR1, sent when a preferred condition is lost during a run; the reason is"
          + " in `RUBATO_STOP_REASON_FILE`. By default the run is not notified and continues",
        unlessGiven: "none"),
      taskGuide: Row(
        text: "signal sent when a preferred condition is lost during a run, such as `USR1`",
        unlessGiven: "none")),
    Option(
      field: "earlySignal", type: .signal, flag: "early-signal", key: "early-signal",
      comment: "A signal at 90 % of the budget, such as USR1",
      help: "Signal sent at 90 % of the budget, such as USR1.", valueName: "name",
      term: "run.earlySignal",
      isOptional: true, shown: Shown(comment: "The signal at 90 % of the budget, such as USR1"),
      card: Line(label: "early signal", text: "SIG{} at 90 % of the budget"),
      guide: Row(
        value: "NAME", text: "signal sent at 90 % of the budget, such as USR1", unlessGiven: "none"),
      taskGuide: Row(text: "signal sent at 90 % of the budget, such as `USR1`", unlessGiven: "none")
    ),
    Option(
      field: "signalsReadiness", type: .flag, flag: "ready", key: "ready",
      comment: "A run reports within ten seconds that it is ready, or is stopped",
      help: "The command runs `rubatoctl ready` within ten seconds, or is stopped.",
      term: "run.signalsReadiness",
      shown: Shown(comment: "A run reports within ten seconds that it is ready"),
      card: Line(label: "readiness", text: "signalled, within 10 s"),
      guide: Row(
        text: "the command runs `rubatoctl ready` within ten seconds, or is stopped",
        unlessGiven: "ready once it runs"),
      taskGuide: Row(
        text: "the command runs `rubatoctl ready` within ten seconds, or is stopped; yes or no",
        unlessGiven: "no")),
    Option(
      field: "preventsSleep", type: .flag, flag: "prevent-sleep", key: "prevent-sleep",
      comment: "A run on external power keeps the machine from going to sleep",
      help: "Keep the machine from sleeping while it runs on external power.",
      term: "run.preventsSleep",
      shown: Shown(comment: "A run on external power keeps the machine from going to sleep"),
      card: Line(label: "sleep", text: "prevented while it runs on external power"),
      summary: "keeps the machine awake",
      guide: Row(text: "keep the machine from sleeping while it runs on external power"),
      taskGuide: Row(
        text: "keep the machine from sleeping while it runs on external power; yes or no",
        unlessGiven: "no")),
    Option(
      field: "onFailure", type: .unit, flag: "on-failure", key: "on-failure",
      comment: "A systemd unit to start when a run fails; for root, and for users' own daemons",
      help:
        "Systemd service to start once the request has failed for good; for root, on the system daemon.",
      valueName: "unit", term: "run.onFailure",
      isOptional: true, shown: Shown(comment: "The systemd unit that is started when a run fails"),
      guide: Row(
        value: "UNIT",
        text: "systemd service to start once the request has failed for good: no retries are left,"
          + " its latest date has passed, or it is quarantined. For root, on a daemon that starts units"
      ),
      taskGuide: Row(
        text: "systemd service to start once the request has failed for good", unlessGiven: "none")),
    Option(
      field: "onFailureCommand", type: .text, flag: "on-failure-command",
      key: "on-failure-command",
      comment: "A line for /bin/sh, run as the owner once the request has failed for good",
      help:
        "Line for /bin/sh, run as you once the request has failed for good; told what failed.",
      valueName: "command line", term: "run.onFailureCommand",
      isOptional: true,
      shown: Shown(comment: "A line for /bin/sh, run once the request has failed for good"),
      card: Line(label: "on failure", text: "runs {}"),
      guide: Row(
        value: "'COMMAND LINE'",
        text: "a line for `/bin/sh`, run as you once the request has failed for good, with"
          + " [what failed](failures.md) in its environment", unlessGiven: "none"),
      taskGuide: Row(
        text: "a line for `/bin/sh`, run as the task's user once the request has failed for good"
          + " ([failures.md](failures.md))", unlessGiven: "none")),
    Option(
      field: "onOverdueCommand", type: .text, flag: "on-overdue-command",
      key: "on-overdue-command",
      comment:
        "A line for /bin/sh, run as the owner once the latest date has passed without a success;"
        + " without one, onFailureCommand or onFailure",
      help:
        "Line for /bin/sh, run as you once the latest date has passed without a success (as for a failure).",
      valueName: "command line", term: "run.onOverdueCommand",
      isOptional: true,
      shown: Shown(
        comment: "A line for /bin/sh, run once the latest date has passed without a success"),
      card: Line(label: "on overdue", text: "runs {}"),
      guide: Row(
        value: "'COMMAND LINE'",
        text: "a line for `/bin/sh`, run as you once the latest date has passed without a success"
          + " ([failures.md](failures.md#missed-latest-dates))",
        unlessGiven: "as for a failure"),
      taskGuide: Row(
        text:
          "a line for `/bin/sh`, run as the task's user once the latest date has passed without a"
          + " success ([failures.md](failures.md#missed-latest-dates))",
        unlessGiven: "as for a failure")),
    Option(
      field: "eachFailure", type: .flag, flag: "each-failure", key: "each-failure",
      comment: "onFailureCommand and onFailure hear of each run that fails, also if it is retried",
      help: "Tell both of each failed run, also if it is retried.",
      term: "run.tellsEachFailure",
      shown: Shown(comment: "Whether each run that fails is told"),
      card: Line(label: "failures", text: "each of them is told"),
      guide: Row(
        text:
          "tell `--on-failure-command` and `--on-failure` of each failed run, also if it is retried",
        unlessGiven: "once the request has failed for good"),
      taskGuide: Row(
        text: "tell the two above of each failed run, also if it is retried; yes or no",
        unlessGiven: "no")),
  ]
}
