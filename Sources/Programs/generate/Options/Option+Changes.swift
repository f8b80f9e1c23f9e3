// Options for the changes that start a run.
extension Option {
  static let changes = [
    Option(
      field: "whenChanged", type: .watched, flag: "when-changed", key: "when-changed",
      comment: """
        Absolute paths, and keys of ReportChange: the request runs each time that one of them has changed, and
        otherwise waits
        """,
      help: "Run each time that this path, or a key of `rubatoctl changed`, has changed.",
      valueName: "path or key", completion: nil, term: "needs.changes.watched",
      shown: Shown(comment: "Paths and keys; a run starts only after a change of one of them"),
      card: Line(label: "when changed"), summary: "when changed {}",
      guide: Row(
        value: "PATH\\|KEY",
        text: "run each time that this path, or a key of `rubatoctl changed`, has changed;"
          + " repeatable ([observers.md](observers.md))",
        unlessGiven: "run once"),
      taskGuide: Row(
        text: "a list of absolute paths and keys; in the place of `every`",
        unlessGiven: "nothing")),
    Option(
      field: "atMost", type: .frequency, flag: "at-most", key: "at-most",
      comment: """
        Highest frequency of runs for changes: immediately, hourly, daily, weekly or such as "every 90m"; immediately
        if null
        """,
      help:
        "Maximum frequency of runs for changes: immediately (the default), hourly, daily, weekly"
        + " or 'every DURATION'.",
      valueName: "frequency", completion: "Frequency.names", term: "needs.changes.atMost",
      isOptional: true,
      shown: Shown(comment: "Highest frequency of runs for changes; null for immediately"),
      card: Line(label: "at most"),
      guide: Row(
        value: "FREQUENCY",
        text: "maximum frequency of runs for changes: `immediately`, `hourly`, `daily`, `weekly`,"
          + " `'every 90m'`",
        unlessGiven: "immediately"),
      taskGuide: Row(text: "as the options of `submit`", unlessGiven: "as with `submit`")),
    Option(
      field: "updateDelay", type: .duration, flag: "update-delay", key: "update-delay",
      comment: """
        Time without further changes before a run, in seconds, 0 for no delay; if null, one second after changes of
        paths, and no delay after changes of keys
        """,
      help: "Wait until nothing has changed for this long; 0s does not wait (default: 1s for"
        + " paths).",
      valueName: "duration",
      term: "needs.changes.updateDelay",
      isOptional: true,
      shown: Shown(
        comment: "Time without further changes before a run, in seconds; null for the default"),
      card: Line(label: "update delay"),
      guide: Row(
        value: "DURATION",
        text: "wait until nothing has changed for this long, 500 ms to 1 d; `0s` does not wait",
        unlessGiven: "1s for paths, no wait for keys"),
      taskGuide: Row()),
    Option(
      field: "longestDelay", type: .duration, flag: "longest-delay", key: "longest-delay",
      comment:
        "Longest delay after the first change, even if changes continue, in seconds; two"
        + " minutes if null",
      help: "Longest delay after the first change, even if changes continue (default: 2m).",
      valueName: "duration", term: "needs.changes.longestDelay",
      isOptional: true,
      shown: Shown(
        comment:
          "Longest delay after the first change, even if changes continue, in seconds; null"
          + " for the default"),
      card: Line(label: "longest delay"),
      guide: Row(
        value: "DURATION", text: "longest delay after the first change, even if changes continue",
        unlessGiven: "2m"),
      taskGuide: Row()),
  ]
}
