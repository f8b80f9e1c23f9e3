// The second half of the table: length, order, repetition and context of runs.
extension Option {
  static let order = [
    Option(
      field: "budget", type: .duration, flag: "budget", key: "budget",
      comment: "Maximum duration of a run, in seconds; null for the default of the kind",
      help: "Maximum duration of a run.", valueName: "duration", term: "budget", isOptional: true,
      hasDefault: true,
      card: Line(label: "budget", text: "{budget}, then {grace} of grace"),
      guide: Row(value: "DURATION", text: "maximum duration of a run", unlessGiven: "by kind"),
      taskGuide: Row(text: "durations", unlessGiven: "by kind")),
    Option(
      field: "grace", type: .duration, flag: "grace", key: "grace",
      comment:
        "Time between the announced expiration and the kill, in seconds; null for the"
        + " default of the kind",
      help: "Time between the warning and the kill.", valueName: "duration", term: "grace",
      isOptional: true, hasDefault: true,
      guide: Row(
        value: "DURATION", text: "time between the warning and the kill", unlessGiven: "by kind"),
      taskGuide: Row()),
    Option(
      field: "allowBattery", type: .flag, flag: "allow-battery", key: "allow-battery",
      comment: "Whether runs are allowed on battery; false if null",
      help: "Allow runs on battery.", term: "allowsBattery",
      shown: Shown(comment: "Whether runs are allowed on battery"),
      card: Line(label: "on battery", text: "allowed"),
      guide: Row(text: "allow runs on battery; run before others of its kind"),
      taskGuide: Row(text: "yes or no", unlessGiven: "no")),
    Option(
      field: "expedited", type: .flag, flag: "expedited", key: "expedited",
      comment: "Whether the request runs before others of its kind; false if null",
      help: "Run before others of its kind.", term: "isExpedited",
      shown: Shown(comment: "Whether the request runs before others of its kind"),
      guide: Row(),
      taskGuide: Row()),
  ]

  static let retries = [
    Option(
      field: "retries", type: .count(0...1000), flag: "retries", key: "retries",
      comment: "Maximum number of retries of a failed run; 4 if null",
      help: "Number of retries of a failed run.", valueName: "count", term: "retries",
      shown: Shown(comment: "Maximum number of retries of a failed run"),
      card: Line(label: "retries", text: "{retries}, {backoff} from {backoffDelay}"),
      guide: Row(value: "COUNT", text: "number of retries of a failed run", unlessGiven: "4"),
      taskGuide: Row(text: "as the options of `submit`", unlessGiven: "as with `submit`")),
    Option(
      field: "retryOn", type: .word("RetryCondition"), flag: "retry-on", key: "retry-on",
      comment:
        "Failed runs that are retried: failure (all) or abnormal (only those without an"
        + " exit status); failure if null",
      help: "Failed runs to retry: failure (all, the default) or abnormal (only runs that a signal,"
        + " the memory limit or an overrun ended, or that could not start).",
      valueName: "outcome", term: "run.retryOn",
      isOptional: true,
      shown: Shown(
        comment: "Failed runs that are retried: failure or abnormal; null for failure"),
      card: Line(
        label: "retried", text: "unless the command exits with a status", only: "abnormal"),
      guide: Row(
        value: "failure\\|abnormal",
        text: "failed runs to retry: all, or only runs that a signal, the memory limit or an"
          + " overrun ended, or that could not start",
        unlessGiven: "failure"),
      taskGuide: Row()),
    Option(
      field: "backoff", type: .word("BackoffGrowth"), flag: "backoff", key: "backoff",
      comment: "Growth of retry delays: linear or exponential; exponential if null",
      help: "Growth of retry delays: linear or exponential (the default).",
      valueName: "growth", term: "backoff.growth",
      shown: Shown(comment: "Growth of retry delays: linear or exponential"),
      guide: Row(
        value: "linear\\|exponential", text: "growth of retry delays",
        unlessGiven: "exponential"),
      taskGuide: Row()),
    Option(
      field: "backoffDelay", type: .duration, flag: "backoff-delay", key: "backoff-delay",
      comment: "First retry delay, in seconds; 30 if null",
      help: "First retry delay (default: 30s).",
      valueName: "duration", term: "backoff.first",
      isOptional: true, hasDefault: true,
      shown: Shown(comment: "First retry delay, in seconds"),
      guide: Row(
        value: "DURATION", text: "first retry delay, 10 s to 5 h", unlessGiven: "30 s"),
      taskGuide: Row()),
    Option(
      field: "ifPending", type: .word("IfPending"), flag: "if-pending",
      comment: "Answer if a request with this id is queued: replace or keep; replace if null",
      help: "If a request with this id is queued: replace (the default) or keep it. Without this"
        + " option, submit asks before a repeating request loses options; if it cannot ask, it"
        + " refuses if the request would then run only once.",
      valueName: "action", place: "ifPending",
      guide: Row(
        value: "replace\\|keep", text: "if a request with this id is queued: replace or keep it",
        unlessGiven: "replace; a repeating request that would lose options, only after asking"
          + " ([submitting again](#changing-a-request))")),
    Option(
      field: "replaceRunning", type: .flag, flag: "replace-running",
      comment:
        "Whether a running request with this id is stopped first; if false or null, the"
        + " new request runs after it",
      help: "Stop a running request with this id first, instead of running after it.",
      place: "replacesRunning",
      guide: Row(text: "stop a running request with this id first", unlessGiven: "run after it")),
  ]

  static let run = [
    Option(
      field: "limits", type: .limits, flag: "limit", key: "limits",
      comment: "Resource limits of a run; null for none",
      help: "Resource limits of a run: memory=512M,tasks=100,cpu=50%,cpu-weight=20,io-weight=20.",
      valueName: "list", term: "run.limits",
      shown: Shown(comment: "Resource limits of a run"),
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
      key: "on-closed-gate",
      comment:
        "Effect of a gate that closes during a run: stop, freeze or freeze-when-busy; stop if"
        + " null",
      alias: Option.Alias(
        value: "freeze-when-busy",
        help:
          "If a gate closes during a run: freeze it until the gate opens, without a limit of time."
      ),
      help:
        "If a gate closes during a run: stop it (the default), freeze it for a while, or freeze it"
        + " without a limit (freeze-when-busy).",
      valueName: "action", term: "run.onClosedGate",
      shown: Shown(
        comment: "Effect of a gate that closes during a run: stop, freeze or freeze-when-busy"),
      card: Line(label: "closed gate", hidden: "stop"),
      guide: Row(
        value: "stop\\|freeze\\|freeze-when-busy",
        text: "if a gate closes during a run: stop it; freeze it and continue if the gate opens"
          + " within ten minutes; or freeze it until the gate opens"
          + " ([freezing](runs.md#frozen-without-a-limit))",
        unlessGiven: "stop"),
      taskGuide: Row(text: "as the options of `submit`", unlessGiven: "as with `submit`")),
    Option(
      field: "onLostPreference", type: .signal, flag: "on-lost-preference",
      key: "on-lost-preference",
      comment:
        "Signal sent when a preferred condition is lost during a run, such as USR1; null"
        + " for none",
      help:
        "Signal sent when a preferred condition is lost during a run, such as USR1 (default:"
        + " none).",
      valueName: "name", term: "run.onLostPreference",
      isOptional: true,
      shown: Shown(
        comment:
          "Signal sent when a preferred condition is lost during a run, such as USR1; null"
          + " for none"),
      card: Line(label: "lost preference", text: "sends SIG{}"),
      guide: Row(
        value: "NAME",
        text: "signal, such as USR1, sent when a preferred condition is lost during a run"
          + " ([runs.md](runs.md#how-a-run-is-stopped))",
        unlessGiven: "none"),
      taskGuide: Row()),
    Option(
      field: "earlySignal", type: .signal, flag: "early-signal", key: "early-signal",
      comment: "Signal sent at 90 % of the budget, such as USR1; null for none",
      help: "Signal sent at 90 % of the budget, such as USR1.", valueName: "name",
      term: "run.earlySignal",
      isOptional: true,
      shown: Shown(comment: "Signal sent at 90 % of the budget, such as USR1; null for none"),
      card: Line(label: "early signal", text: "SIG{} at 90 % of the budget"),
      guide: Row(
        value: "NAME", text: "signal sent at 90 % of the budget, such as USR1", unlessGiven: "none"),
      taskGuide: Row()),
    Option(
      field: "signalsReadiness", type: .flag, flag: "ready", key: "ready",
      comment:
        "Whether a run must report within ten seconds that it is ready, and is stopped"
        + " otherwise; false if null",
      help: "Stop the run unless its command runs `rubatoctl ready` within ten seconds.",
      term: "run.signalsReadiness",
      shown: Shown(comment: "Whether a run must report within ten seconds that it is ready"),
      card: Line(label: "readiness", text: "signalled, within 10 s"),
      guide: Row(
        text: "the command runs `rubatoctl ready` within ten seconds, or is stopped",
        unlessGiven: "ready once it runs"),
      taskGuide: Row(text: "yes or no", unlessGiven: "no")),
    Option(
      field: "preventsSleep", type: .flag, flag: "prevent-sleep", key: "prevent-sleep",
      comment:
        "Whether a run on external power keeps the machine from going to sleep; false if"
        + " null",
      help: "Keep the machine from sleeping while it runs on external power.",
      term: "run.preventsSleep",
      shown: Shown(
        comment: "Whether a run on external power keeps the machine from going to sleep"),
      card: Line(label: "sleep", text: "prevented while it runs on external power"),
      summary: "keeps the machine awake",
      guide: Row(text: "keep the machine from sleeping while it runs on external power"),
      taskGuide: Row()),
    wake,
    Option(
      field: "onFailure", type: .unit, flag: "on-failure", key: "on-failure",
      comment: """
        Systemd unit to start when the request has failed permanently; only for root, and for daemons of single
        users
        """,
      help:
        "Systemd service to start when the request has failed permanently; for root, on the system daemon.",
      valueName: "unit", term: "run.onFailure",
      isOptional: true,
      shown: Shown(
        comment: "Systemd unit to start when the request has failed permanently; null for none"),
      guide: Row(
        value: "UNIT",
        text: "systemd service to start when the request has [failed permanently](failures.md);"
          + " for root, on a daemon that starts units"),
      taskGuide: Row(
        text: "as the options of `submit`, for the user of the task",
        unlessGiven: "as with `submit`")),
    Option(
      field: "onFailureCommand", type: .text, flag: "on-failure-command",
      key: "on-failure-command",
      comment:
        "Command line for /bin/sh, run as the owner when the request has failed"
        + " permanently; null for none",
      help:
        "Command line for /bin/sh, run as you when the request has failed permanently;"
        + " RUBATO_FAILED_* variables describe the failure.",
      valueName: "command line", term: "run.onFailureCommand",
      isOptional: true,
      shown: Shown(
        comment:
          "Command line for /bin/sh, run when the request has failed permanently; null for"
          + " none"),
      card: Line(label: "on failure", text: "runs {}"),
      guide: Row(
        value: "'COMMAND LINE'",
        text: "command line for `/bin/sh`, run as you when the request has failed permanently, with"
          + " [the failure](failures.md) in its environment", unlessGiven: "none"),
      taskGuide: Row()),
    Option(
      field: "onOverdueCommand", type: .text, flag: "on-overdue-command",
      key: "on-overdue-command",
      comment: """
        Command line for /bin/sh, run as the owner when the latest date has passed without a success; if null,
        onFailureCommand or onFailure is used
        """,
      help:
        "Command line for /bin/sh, run as you when the latest date has passed without a success"
        + " (default: as for a failure).",
      valueName: "command line", term: "run.onOverdueCommand",
      isOptional: true,
      shown: Shown(
        comment:
          "Command line for /bin/sh, run when the latest date has passed without a success;"
          + " null for none"),
      card: Line(label: "on overdue", text: "runs {}"),
      guide: Row(
        value: "'COMMAND LINE'",
        text: "a line for `/bin/sh`, run as you once the latest date has passed without a success"
          + " ([failures.md](failures.md#missed-latest-dates))",
        unlessGiven: "as for a failure"),
      taskGuide: Row()),
    notifyAfter,
    Option(
      field: "eachFailure", type: .flag, flag: "each-failure", key: "each-failure",
      comment:
        "Whether onFailureCommand and onFailure run after every failed run, also if it is"
        + " retried; false if null",
      help:
        "Run --on-failure and --on-failure-command after each failed run, even if retried.",
      term: "run.reportsEachFailure",
      shown: Shown(comment: "Whether onFailureCommand and onFailure run after every failed run"),
      card: Line(label: "failures", text: "every failed run is reported"),
      guide: Row(
        text:
          "run `--on-failure-command` and `--on-failure` after every failed run, also if it is retried",
        unlessGiven: "when the request has failed permanently"),
      taskGuide: Row(text: "yes or no", unlessGiven: "no")),
  ]
}
