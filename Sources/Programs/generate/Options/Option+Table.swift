// The options of `submit`, in the order of its help. `make generate` writes from them the interface, the options of the
// command line and the keys of task files. It also writes the conversions between these and the core, and the tables of
// the documentation.
extension Option {
  static let all =
    identity + window + changes + predecessors + conditions + order + groups + retries + run

  private static let identity = [
    Option(
      field: "id", type: .text, flag: "id",
      comment:
        "Identifier, unique among the caller's requests; made from the command's name if"
        + " null",
      help: "Id of the request, unique among yours (default: name of the command or adopted"
        + " timer).",
      guide: Row(
        value: "NAME", text: "unique among your requests",
        unlessGiven: "made from the command's name")
    ),
    Option(
      field: "app", type: .text, flag: "app",
      comment: "Registered app of the request; null if it belongs to none",
      help: "Registered app that the request belongs to.",
      valueName: "id", place: "app",
      guide: Row(
        value: "ID", text: "registered app that the request belongs to", unlessGiven: "none")),
    Option(
      field: "kind", type: .word("Kind"), flag: "kind", key: "kind",
      comment: "Kind, as in Request; maintenance if null",
      help: "refresh, processing, push, maintenance (the default), utility or userInitiated."
        + " Maintenance waits for external power and for an idle, cool device.",
      term: "namedKind", isOptional: true,
      guide: Row(
        value: "KIND", text: "refresh, processing, push, maintenance, utility, userInitiated",
        unlessGiven: "maintenance"),
      taskGuide: Row(text: "kind and window of the request", unlessGiven: "as with `submit`")),
  ]

  private static let window = [
    Option(
      field: "earliest", type: .time, flag: "earliest", key: "earliest",
      comment: """
        Earliest date: a day and a time of day such as "Fri 18:00", a duration from now such as "72h", or RFC 3339;
        now if null
        """,
      help: "Do not start before this time.", valueName: "time",
      guide: Row(
        value: "TIME", text: "start and end of its window",
        unlessGiven:
          "now; in three days or two intervals, whichever is later, or with `--kind` never"
          + " ([details](decision.md#the-latest-date))"),
      taskGuide: Row()),
    Option(
      field: "latest", type: .time, flag: "latest", key: "latest",
      comment: """
        Latest date, in the notation of the earliest date, but a day without a time of day means its end; if null, in
        three days or two intervals, or none if kind is given
        """,
      help:
        "Latest date, the end of the window; a day such as Fri means the end of the day (default: in three"
        + " days, or in two intervals if they are longer; with --kind, no latest date).",
      valueName: "time",
      guide: Row(value: "TIME"), taskGuide: Row()),
    Option(
      field: "atLatest", type: .word("AtLatest"), flag: "at-latest", key: "at-latest",
      comment:
        "Effect of the latest date: run starts the request, relax drops its preferences,"
        + " drop removes it; relax if null",
      help: "Action at the latest date: run, relax (the default) or drop.",
      valueName: "meaning",
      term: "atLatest", isOptional: true,
      guide: Row(
        value: "run\\|relax\\|drop",
        text: "action at the [latest date](decision.md#the-latest-date)",
        unlessGiven: "relax"),
      taskGuide: Row()),
    Option(
      field: "on", type: .calendar, flag: "on", key: "on",
      comment: """
        Calendar events in systemd's notation, such as "Mon..Fri 09:00" or "*-*-01 03:00 Europe/Berlin": each date opens
        a window, which flex or else the next date closes. An event without a zone follows the zone of the machine. null
        together with every
        """,
      help:
        "Repeat at the dates of this calendar event, such as 'Mon..Fri 09:00', '*-*-01 03:00', daily or"
        + " quarterly (systemd.time(7)). Each date opens a window, which --flex or the next date closes. Repeatable.",
      valueName: "event", term: "calendar",
      shown: Shown(
        comment:
          "Calendar events whose dates open its windows; empty if it does not repeat by the calendar"
      ),
      card: Line(label: "on"), summary: "on {}",
      guide: Row(
        value: "EVENT",
        text:
          "repeat at the dates of a calendar event of systemd, such as `'Mon..Fri 09:00'`; repeatable"
          + " ([calendars](#calendars))",
        unlessGiven: "once"),
      taskGuide: Row(
        text: "one calendar event, or a list of events; in the place of `every`",
        unlessGiven: "nothing")),
    Option(
      field: "every", type: .duration, flag: "every", key: "every",
      comment: "Interval of a repeating request, in seconds; null for a single run",
      help: "Repeat, once per interval.", valueName: "duration", term: "every",
      isOptional: true,
      shown: Shown(
        comment: "Interval of a repeating request, in seconds; null for a single run",
        place: "interval"),
      guide: Row(
        value: "DURATION", text: "repeat, once per interval", unlessGiven: "once")),
    Option(
      field: "flex", type: .duration, flag: "flex", key: "flex",
      comment:
        "Length of the last part of each interval, in seconds, in which runs can start;"
        + " null for the whole interval",
      help: "Run only in the last DURATION of each interval.", valueName: "duration",
      term: "flex",
      isOptional: true,
      shown: Shown(
        comment:
          "Length of the last part of each interval, in seconds, in which runs can start;"
          + " null for the whole interval",
        place: "period?.flex"),
      guide: Row(
        value: "DURATION", text: "run only in the last DURATION of each interval",
        unlessGiven: "the whole interval"),
      taskGuide: Row()),
    Option(
      field: "exact", type: .flag, flag: "exact", key: "exact",
      comment:
        "Whether it starts at its earliest date, or at each date of its repetition, and waits only for requires;"
        + " false if null",
      help: "Start at its time, or at each of --on or --every; only --requires delays it.",
      term: "run.isExact",
      shown: Shown(
        comment:
          "Whether it starts at its earliest date, or at each date of its repetition, and waits only for"
          + " requires"
      ),
      card: Line(label: "exact", text: "starts at its time, and waits only for its requirements"),
      guide: Row(
        text:
          "start at the time of `--earliest`, `--on` or `--every`, and wait only for `--requires`"
          + " ([exact times](#exact-times))",
        unlessGiven: "at a good moment after it"),
      taskGuide: Row(text: "yes or no", unlessGiven: "no")),
  ]

  private static let conditions = [
    Option(
      field: "requires", type: .requirements, flag: "requires", key: "requires",
      comment: """
        Required conditions: power, network, unmetered, idle, screen-off, battery-not-low, storage-not-low;
        unmetered=known, which an unknown network does not meet; paths of drives, shares or files that must
        exist: path=/mnt/backup; and networks that must be connected, or not: network=home, network=!phone
        """,
      help: "Conditions that must hold, never relaxed: power, network, unmetered, idle, screen-off,"
        + " battery-not-low, storage-not-low; unmetered=known, if an unknown network must not count"
        + " as unmetered; path=PATH for a drive, a share or a file that must be"
        + " there; network=NAME for a connection, a wireless network or vpn that must be connected,"
        + " network=!NAME for one that must not.",
      valueName: "list", completion: "ConditionNames.all + [\"path=\", \"network=\"]",
      term: "requirements",
      shown: Shown(
        comment: "Required conditions; a path is path=/mnt/backup, a network network=home"),
      card: Line(label: "requires"), summary: "requires {}",
      guide: Row(
        value: "LIST",
        text: "never relaxed: power, network, unmetered, idle, screen-off, battery-not-low,"
          + " storage-not-low; `unmetered=known`, which an unknown network does not meet;"
          + " `path=PATH`, a [drive, share or file](device.md#drives-and-shares);"
          + " `network=NAME`, `network=!NAME`, a [network](device.md#networks-by-name)"),
      taskGuide: Row(text: "a list of words of the options", unlessGiven: "nothing")),
    Option(
      field: "prefers", type: .conditions, flag: "prefer", key: "prefers",
      comment:
        "Preferred conditions, the same words without paths and networks; they are relaxed as"
        + " the window closes",
      help: "Conditions that should hold, relaxed as the window closes.", valueName: "list",
      completion: "ConditionNames.all", term: "prefers",
      shown: Shown(comment: "Preferred conditions"), card: Line(label: "prefers"),
      summary: "prefers {}",
      guide: Row(
        value: "LIST",
        text: "words of `--requires` except paths and networks, relaxed as the window closes"),
      taskGuide: Row()),
    Option(
      field: "condition", type: .text, flag: "condition", key: "condition",
      comment:
        "Shell command that is run as the caller before a start, and must exit with 0;"
        + " null for none",
      help:
        "Shell command that must exit with 0, within 30 s, before a start, such as 'ping -c1 nas'.",
      valueName: "command line", term: "needs.condition",
      isOptional: true,
      shown: Shown(
        comment:
          "Shell command that is run as the owner before a start, and must exit with 0;"
          + " null for none"),
      card: Line(label: "condition"), summary: "if `{}` holds",
      guide: Row(
        value: "'COMMAND LINE'",
        text: "command line for `/bin/sh` that must exit with 0 before a start"
          + " ([device.md](device.md#conditions))"),
      taskGuide: Row(text: "as the option, but run as `user`", unlessGiven: "none")),
  ]
}
