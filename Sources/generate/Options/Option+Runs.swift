// The second half of the table: how long, in which order, how often again, and what a run finds.
extension Option {
  static let order = [
    Option(
      field: "budget", type: .duration, flag: "budget", key: "budget",
      help: "How long a run may take.", valueName: "duration", place: "budget",
      card: Line(label: "budget", text: "{budget}, then {grace} of grace"),
      guide: Row(value: "DURATION", text: "how long a run may take", unlessGiven: "by kind"),
      taskGuide: Row(
        text: "how long a run may take, and from the warning to the kill", unlessGiven: "by kind")),
    Option(
      field: "grace", type: .duration, flag: "grace", key: "grace",
      help: "From the warning to the kill.", valueName: "duration", place: "grace",
      guide: Row(value: "DURATION", text: "from the warning to the kill", unlessGiven: "by kind"),
      taskGuide: Row()),
    Option(
      field: "allowBattery", type: .flag, flag: "allow-battery", key: "allow-battery",
      help: "Let it run on battery.", place: "allowsBattery", shown: Shown(place: "allowsBattery"),
      card: Line(label: "on battery", text: "allowed"),
      guide: Row(text: "let it run on battery; before others of its kind"),
      taskGuide: Row(text: "as `submit`; yes or no", unlessGiven: "no")),
    Option(
      field: "expedited", type: .flag, flag: "expedited", key: "expedited",
      help: "Before others of its kind.", place: "isExpedited", shown: Shown(place: "isExpedited"),
      guide: Row(), taskGuide: Row()),
    Option(
      field: "group", type: .text, flag: "group", key: "group",
      comment: "Requests of one group never run at the same time",
      help: "Never at the same time as others of this group.", valueName: "name", place: "group",
      shown: Shown(place: "group", isOptional: true), card: Line(label: "group"),
      guide: Row(value: "NAME", text: "never at the same time as others of the group"),
      taskGuide: Row(text: "never at the same time as others of the group", unlessGiven: "none")),
  ]

  static let retries = [
    Option(
      field: "retries", type: .count(0...1000), flag: "retries", key: "retries",
      comment: "How often a failed run is tried again",
      help: "How often a failed run is tried again.", valueName: "count", place: "retries",
      shown: Shown(place: "retries"),
      card: Line(label: "retries", text: "{retries}, {backoff} from {backoffDelay}"),
      guide: Row(value: "COUNT", text: "how often a failed run is tried again", unlessGiven: "4"),
      taskGuide: Row(text: "after a failure", unlessGiven: "4, exponential, 30s")),
    Option(
      field: "backoff", type: .word("Backoff.Growth"), flag: "backoff", key: "backoff",
      comment: "How delays grow after failures: linear or exponential; exponential unless given",
      help: "How delays grow after failures: linear or exponential (the default).",
      valueName: "growth", place: "backoff",
      shown: Shown(
        place: "backoff.growth", comment: "How delays grow after failures: linear or exponential"),
      guide: Row(
        value: "linear\\|exponential", text: "how the delays before these grow",
        unlessGiven: "exponential"),
      taskGuide: Row()),
    Option(
      field: "backoffDelay", type: .duration, flag: "backoff-delay", key: "backoff-delay",
      comment: "The first of them", help: "The first of these delays; 30s unless given.",
      valueName: "duration", place: "backoffDelay",
      shown: Shown(place: "backoff.first", comment: "The first of them"),
      guide: Row(value: "DURATION", text: "the first of them, 10 s to 5 h", unlessGiven: "30 s"),
      taskGuide: Row()),
    Option(
      field: "ifPending", type: .word("Submission.IfPending"), flag: "if-pending",
      comment: "replace or keep",
      help: "Where a request of this id waits: replace it (the default) or keep it.",
      valueName: "what", place: "ifPending",
      guide: Row(
        value: "replace\\|keep", text: "where a request of this id waits", unlessGiven: "replace")),
    Option(
      field: "replaceRunning", type: .flag, flag: "replace-running",
      help: "End a run of this id first, instead of running after it.", place: "replacesRunning",
      guide: Row(text: "end a live run of this id first", unlessGiven: "run after it")),
  ]

  static let run = [
    Option(
      field: "limits", type: .limits, flag: "limit", key: "limits",
      help: "What all of a run may use: memory=512M,tasks=100,cpu=50%,cpu-weight=20,io-weight=20.",
      valueName: "list", place: "terms.limits", shown: Shown(place: "terms.limits"),
      guide: Row(
        value: "LIST",
        text: "what all of a run may use:"
          + " `memory=512M,tasks=100,cpu=50%,cpu-weight=20,io-weight=20`",
        unlessGiven: "the service's"),
      taskGuide: Row(
        text: "`memory` (512M), `tasks`, `cpu` (150%), `cpu-weight`, `io-weight` (1 to 10000)",
        unlessGiven: "none")),
    Option(
      field: "onClosedGate", type: .word("ClosedGateAnswer"), flag: "on-closed-gate",
      key: "on-closed-gate", comment: "stop or freeze; stop unless given",
      help: "Where a gate closes during a run: stop it (the default) or freeze it for a while.",
      valueName: "what", place: "terms.onClosedGate",
      shown: Shown(
        place: "terms.onClosedGate",
        comment: "What happens to a run when a gate closes: stop or freeze"),
      card: Line(label: "closed gate", text: "freezes a run", only: "freeze"),
      guide: Row(
        value: "stop\\|freeze",
        text: "where a gate closes during a run: end it, or freeze it and go on when the gate opens"
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
        "A signal when something that it prefers is lost during a run, such as USR1; none unless"
        + " given.",
      valueName: "name", place: "terms.onLostPreference",
      shown: Shown(
        place: "terms.onLostPreference",
        comment: "The signal when something that it prefers is lost during a run, such as USR1",
        isOptional: true),
      card: Line(label: "lost preference", text: "tells a run by SIG{}"),
      guide: Row(
        value: "NAME",
        text:
          "a signal, such as USR1, when something that it prefers is lost during a run, with the"
          + " reason in `RUBATO_STOP_REASON_FILE`. Without it a run is told nothing and goes on",
        unlessGiven: "none"),
      taskGuide: Row(
        text: "the signal that tells a run that something it prefers is lost, such as `USR1`",
        unlessGiven: "none: it goes on")),
    Option(
      field: "earlySignal", type: .signal, flag: "early-signal", key: "early-signal",
      comment: "A signal at 90 % of the budget, such as USR1",
      help: "A signal at 90 % of the budget, such as USR1.", valueName: "name",
      place: "terms.earlySignal",
      shown: Shown(
        place: "terms.earlySignal", comment: "The signal at 90 % of the budget, such as USR1",
        isOptional: true),
      card: Line(label: "early signal", text: "SIG{} at 90 % of the budget"),
      guide: Row(
        value: "NAME", text: "a signal at 90 % of the budget, such as USR1", unlessGiven: "none"),
      taskGuide: Row(text: "a signal at 90 % of the budget, such as `USR1`", unlessGiven: "none")),
    Option(
      field: "signalsReadiness", type: .flag, flag: "ready", key: "ready",
      comment: "A run says when it is ready, within ten seconds, or is ended",
      help: "It runs `rubatoctl ready` within ten seconds, or is ended.",
      place: "terms.signalsReadiness",
      shown: Shown(
        place: "terms.signalsReadiness",
        comment: "A run says when it is ready, within ten seconds"),
      card: Line(label: "readiness", text: "signalled, within 10 s"),
      guide: Row(
        text: "the command says `rubatoctl ready` within ten seconds, or is ended",
        unlessGiven: "it is ready once it runs"),
      taskGuide: Row(
        text: "the command says `rubatoctl ready` within ten seconds, or is ended; yes or no",
        unlessGiven: "no")),
    Option(
      field: "preventsSleep", type: .flag, flag: "prevent-sleep", key: "prevent-sleep",
      comment: "A run on external power keeps the machine from going to sleep",
      help: "On external power the machine does not go to sleep while it runs.",
      place: "terms.preventsSleep",
      shown: Shown(
        place: "terms.preventsSleep",
        comment: "A run on external power keeps the machine from going to sleep"),
      card: Line(label: "sleep", text: "kept off by a run on external power"),
      summary: "keeps the machine awake",
      guide: Row(text: "on external power the machine does not go to sleep while it runs"),
      taskGuide: Row(
        text: "on external power the machine does not go to sleep while it runs; yes or no",
        unlessGiven: "no")),
    Option(
      field: "onFailure", type: .unit, flag: "on-failure", key: "on-failure",
      comment: "A systemd unit to start when a run fails; for root, and for users' own daemons",
      help: "A systemd unit to start when it has failed for good; for root, on the system daemon.",
      valueName: "unit", place: "terms.onFailure",
      shown: Shown(
        place: "terms.onFailure", comment: "The systemd unit that is started when a run fails",
        isOptional: true),
      guide: Row(
        value: "UNIT",
        text: "a service of systemd to start when it has failed for good, as systemd does once"
          + " `Restart=` has given up: no retries are left, its latest date passed, or it is"
          + " quarantined. For root, on a daemon that starts units"),
      taskGuide: Row(
        text: "a service of systemd to start when it has failed for good", unlessGiven: "none")),
  ]
}
