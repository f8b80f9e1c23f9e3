// Options for the changes that start a run.
extension Option {
  static let changes = [
    Option(
      field: "whenChanged", type: .watched, flag: "when-changed", key: "when-changed",
      comment: """
        Paths, absolute, and keys that ReportChange bumps: the request runs each time that one of them
        has changed, and else waits
        """,
      help: "Run each time that this path, or a key of `rubatoctl changed`, has changed.",
      valueName: "path or key", completion: nil, term: "needs.changes.watched",
      shown: Shown(comment: "Paths and keys of which one must change before a run"),
      card: Line(label: "when changed"), summary: "when changed {}",
      guide: Row(
        value: "PATH\\|KEY",
        text: "run each time that this path, or a key of `rubatoctl changed`, has changed;"
          + " repeatable ([observers.md](observers.md))",
        unlessGiven: "run once"),
      taskGuide: Row(
        text: "run each time that one of these absolute paths, or keys of `rubatoctl changed`, has"
          + " changed: a list ([observers.md](observers.md)); in the place of `every`",
        unlessGiven: "nothing")),
    Option(
      field: "atMost", type: .frequency, flag: "at-most", key: "at-most",
      comment: """
        How often it runs for changes: immediately, hourly, daily, weekly or such as "every 90m"
        """,
      help: "How often it runs for changes: immediately (the default), hourly, daily, weekly or"
        + " 'every DURATION'.",
      valueName: "frequency", completion: "Frequency.names", term: "needs.changes.atMost",
      isOptional: true, shown: Shown(comment: "How often it runs for changes; null is immediately"),
      card: Line(label: "at most"),
      guide: Row(
        value: "FREQUENCY",
        text: "how often it runs for changes: `immediately`, `hourly`, `daily`, `weekly`, `'every"
          + " 90m'`",
        unlessGiven: "immediately"),
      taskGuide: Row(
        text: "how often it runs for changes: `immediately`, `hourly`, `daily`, `weekly`,"
          + " `every 90m`",
        unlessGiven: "immediately")),
    Option(
      field: "updateDelay", type: .duration, flag: "update-delay", key: "update-delay",
      comment: """
        How long nothing more may change before a run, 0 for no wait; unless given a second after changes of
        paths, and no wait once a key was bumped
        """,
      help: "Wait until nothing has changed for this long; 0s does not wait (default: 1s for"
        + " paths).",
      valueName: "duration",
      term: "needs.changes.updateDelay",
      isOptional: true, shown: Shown(),
      card: Line(label: "update delay"),
      guide: Row(
        value: "DURATION",
        text: "wait until nothing has changed for this long, 500 ms to 1 d; `0s` does not wait",
        unlessGiven: "1s for paths, no wait for keys"),
      taskGuide: Row(
        text: "wait until nothing has changed for this long, 500ms to 1d; `0s` does not wait",
        unlessGiven: "1s for paths, no wait for keys")),
    Option(
      field: "longestDelay", type: .duration, flag: "longest-delay", key: "longest-delay",
      comment: "How long more changes may put a run off; two minutes unless given",
      help: "Wait for that at most so long after the first change (default: 2m).",
      valueName: "duration", term: "needs.changes.longestDelay",
      isOptional: true, shown: Shown(),
      card: Line(label: "longest delay"),
      guide: Row(
        value: "DURATION", text: "wait for that at most so long after the first change",
        unlessGiven: "2m"),
      taskGuide: Row(
        text: "wait for that at most so long after the first change", unlessGiven: "2m")),
  ]
}
