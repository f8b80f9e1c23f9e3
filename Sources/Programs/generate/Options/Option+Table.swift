// The options of `submit`, in the order of its help. `make generate` writes from them the interface, the options of the
// command line and the keys of task files. It also writes the conversions between these and the core, and the tables of
// the documentation.
extension Option {
  static let all = identity + window + changes + conditions + order + retries + run

  private static let identity = [
    Option(
      field: "id", type: .text, flag: "id",
      comment: "Unique among the caller's requests; made from the command's name unless given",
      help: "Id of the request, unique among yours (default: from the command's name).",
      guide: Row(
        value: "NAME", text: "unique among your requests",
        unlessGiven: "made from the command's name")
    ),
    Option(
      field: "app", type: .text, flag: "app", help: "The registered app that it belongs to.",
      valueName: "id", place: "app",
      guide: Row(
        value: "ID", text: "a registered app that it belongs to", unlessGiven: "none")),
    Option(
      field: "kind", type: .word("Kind"), flag: "kind", key: "kind",
      comment: "Maintenance, at the latest in three days, unless given",
      help: "refresh, processing, push, maintenance (the default), utility or userInitiated."
        + " Maintenance waits for external power and for an idle, cool device.",
      term: "namedKind", isOptional: true,
      guide: Row(
        value: "KIND", text: "refresh, processing, push, maintenance, utility, userInitiated",
        unlessGiven: "maintenance"),
      taskGuide: Row(text: "what it is, and when", unlessGiven: "as with `submit`")),
  ]

  private static let window = [
    Option(
      field: "earliest", type: .time, flag: "earliest", key: "earliest",
      comment: """
        A time: RFC 3339, calendar notation such as "Fri 18:00", or a duration from now such as "72h"
        """,
      help: "Do not start before this time.", valueName: "time",
      guide: Row(
        value: "TIME", text: "start and end of its window",
        unlessGiven:
          "now; in three days or two intervals, whichever is later, or with `--kind` never"
          + " ([what that means](decision.md#the-latest-date))"),
      taskGuide: Row()),
    Option(
      field: "latest", type: .time, flag: "latest", key: "latest",
      help:
        "Latest date, the end of the window (default: in three days or two intervals; with --kind, never).",
      valueName: "time",
      guide: Row(value: "TIME"), taskGuide: Row()),
    Option(
      field: "atLatest", type: .word("AtLatest"), flag: "at-latest", key: "at-latest",
      help: "What to do at the latest date: run, relax (the default) or drop.",
      valueName: "meaning",
      term: "atLatest", isOptional: true,
      guide: Row(
        value: "run\\|relax\\|drop",
        text: "what to do at the latest date: run despite everything but absolute vetoes and"
          + " requirements; drop preferences and the kind's default conditions; remove the request",
        unlessGiven: "relax"),
      taskGuide: Row()),
    Option(
      field: "every", type: .duration, flag: "every", key: "every",
      help: "Repeat, once per interval.", valueName: "duration", term: "every",
      isOptional: true,
      shown: Shown(comment: "The interval of periodic work", place: "period?.every"),
      guide: Row(
        value: "DURATION", text: "repeat, once per interval", unlessGiven: "once")),
    Option(
      field: "flex", type: .duration, flag: "flex", key: "flex",
      comment: "Runs start only in the last part of each interval, of this length",
      help: "Run only in the last DURATION of each interval.", valueName: "duration",
      term: "flex",
      isOptional: true,
      shown: Shown(
        comment: "The length of the last part of each interval, in which alone runs start",
        place: "period?.flex"),
      guide: Row(
        value: "DURATION", text: "run only in the last DURATION of each interval",
        unlessGiven: "the whole interval"),
      taskGuide: Row()),
  ]

  private static let conditions = [
    Option(
      field: "requires", type: .requirements, flag: "requires", key: "requires",
      comment: """
        power, network, unmetered, idle, screen-off, battery-not-low, storage-not-low; and, to require
        only, paths of drives, shares or files that must be there: path=/mnt/backup
        """,
      help: "Conditions that must hold, never relaxed: power, network, unmetered, idle, screen-off,"
        + " battery-not-low, storage-not-low; path=PATH for a drive, a share or a file that must be"
        + " there.",
      valueName: "list", completion: "ConditionNames.all + [\"path=\"]",
      term: "requirements", shown: Shown(comment: "With paths, as path=/mnt/backup"),
      card: Line(label: "requires"), summary: "requires {}",
      guide: Row(
        value: "LIST",
        text: "never relaxed: power, network, unmetered, idle, screen-off, battery-not-low,"
          + " storage-not-low; `path=PATH` is a drive, a share or a file that must be there"
          + " ([device.md](device.md#drives-and-shares)), beside other words, too:"
          + " `--requires power,path=/mnt/backup`"),
      taskGuide: Row(
        text: "what must or should hold: a list; `requires` may name drives and shares,"
          + " `path=/mnt/backup`",
        unlessGiven: "nothing")),
    Option(
      field: "prefers", type: .conditions, flag: "prefer", key: "prefers",
      help: "Conditions that should hold, relaxed as the window closes.", valueName: "list",
      completion: "ConditionNames.all", term: "prefers",
      shown: Shown(), card: Line(label: "prefers"), summary: "prefers {}",
      guide: Row(value: "LIST", text: "the same words except paths, relaxed as the window closes"),
      taskGuide: Row()),
    Option(
      field: "condition", type: .text, flag: "condition", key: "condition",
      comment: "A shell command that is run as the caller before a start, and must exit with 0",
      help:
        "Shell command that must exit with 0, within 30 s, before a start, such as 'ping -c1 nas'.",
      valueName: "command line", term: "needs.condition",
      isOptional: true,
      shown: Shown(
        comment: "A shell command that is run as the owner before a start, and must exit with 0"),
      card: Line(label: "condition"), summary: "if `{}` holds",
      guide: Row(
        value: "'COMMAND LINE'",
        text: "a line for `/bin/sh` that must exit with 0 before a start"
          + " ([device.md](device.md#conditions))"),
      taskGuide: Row(
        text: "a line for `/bin/sh`, run as `user`, that must exit with 0 before a start"
          + " ([device.md](device.md#conditions))",
        unlessGiven: "none")),
  ]
}
