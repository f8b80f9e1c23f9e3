import Scheduling

extension Request: TableRow {
  static let table = Table(
    name: "requests",
    columns: [
      "sequence", "owner", "app", "id", "kind",
      "arguments", "directory", "environment", "umask", "signal",
      "submitted_ns", "opens_ns", "latest_ns", "at_latest",
      "every_ns", "anchor_ns", "latest_after_ns", "flex_ns", "zone_seconds", "begins_ns",
      "after_ns",
      "requires", "prefers", "budget_ns", "grace_ns",
      "allows_battery", "is_expedited", "group_name", "retries", "backoff", "backoff_delay_ns",
      "failures", "attempts", "postponements", "backoff_until_awake_ns", "last_success_ns",
      "run_lengths_ns", "warned_ends", "last_end",
      "steps", "unit", "limits", "on_closed_gate", "early_signal",
      "on_lost_preference", "signals_readiness", "on_failure", "prevents_sleep", "paths",
      "condition", "declared_in", "declared_digest", "timer",
      "steps_done", "checkpoint", "share", "crashes", "is_quarantined",
    ],
    keys: ["(owner, id) WHERE app IS NULL", "(owner, app, id) WHERE app IS NOT NULL"])

  /// Those that runs execute and that were replaced or removed.
  static let executed = Table(
    name: "executed_requests", columns: table.columns, keys: ["(sequence)"])

  func bind(to binder: inout Binder) {
    binder.bind(sequence)
    binder.bind(key)
    binder.bind(kind.rawValue)
    command.bind(to: &binder)
    binder.bind(submitted)
    window.bind(to: &binder)
    bind(period, to: &binder)
    binder.bind(requires)
    binder.bind(prefers)
    binder.bind(budget)
    binder.bind(grace)
    binder.bind(allowsBattery)
    binder.bind(isExpedited)
    binder.bind(group)
    binder.bind(Int64(retries))
    binder.bind(backoff.growth.rawValue)
    binder.bind(backoff.first)
    binder.bind(Int64(failures))
    binder.bind(Int64(attempts))
    binder.bind(Int64(postponements))
    binder.bind(backoffUntil)
    binder.bind(lastSuccess)
    binder.bind(history.lengths.isEmpty ? [] : history.lengths.map { String($0.nanoseconds) })
    binder.bind(history.warnedEnds.isEmpty ? [] : history.warnedEnds.map(\.rawValue))
    binder.bind(history.lastEnd?.words ?? [])
    binder.bind(command.steps.words)
    binder.bind(command.unit)
    terms.bind(to: &binder)
    binder.bind(needs.paths.map(\.text))
    binder.bind(needs.condition)
    binder.bind(declaration?.file)
    binder.bind(declaration?.digest)
    binder.bind(timer.map { [$0.name, $0.fileState, $0.wasActive ? "1" : "0"] } ?? [])
    checkpoint.bind(to: &binder)
  }

  private func bind(_ period: Period?, to binder: inout Binder) {
    binder.bind(period?.every)
    binder.bind(period?.anchor)
    binder.bind(period?.latestAfter)
    binder.bind(period?.flex)
    binder.bind(period.map { Int64($0.zoneSeconds) })
    binder.bind(period?.begins)
    binder.bind(period?.after)
  }

  var rowMisfit: Misfit? { misfit }

  init(from row: inout RowReader) throws(StoreError) {
    let sequence = try row.integer()
    self.init(
      key: try row.requestKey(), sequence: sequence, kind: try row.word(),
      command: try Command(from: &row), submitted: try row.moment(), window: try Window(from: &row))
    period = try row.period()
    requires = try row.conditions()
    prefers = try row.conditions()
    budget = try row.optionalDuration()
    grace = try row.optionalDuration()
    allowsBattery = try row.flag()
    isExpedited = try row.flag()
    group = try row.optionalText()
    retries = try row.integer(as: Int.self)
    backoff = Backoff(growth: try row.word(), first: try row.duration())
    failures = try row.integer(as: Int.self)
    attempts = try row.integer(as: Int.self)
    postponements = try row.integer(as: Int.self)
    backoffUntil = try row.optionalMoment()
    lastSuccess = try row.optionalMoment()
    history = try row.history()
    command.steps = try row.steps()
    command.unit = try row.optionalText()
    terms = try RunTerms(from: &row)
    needs.paths = try row.list().exact
    needs.condition = try row.optionalText()
    declaration = try row.declaration()
    timer = try row.timer()
    checkpoint = try Checkpoint(from: &row)
  }
}

extension Command {
  fileprivate func bind(to binder: inout Binder) {
    binder.bind(arguments)
    binder.bind(directory)
    binder.bind(environment)
    binder.bind(Int64(umask))
    binder.bind(Int64(signal))
  }

  fileprivate init(from row: inout RowReader) throws(StoreError) {
    self.init(
      arguments: try row.list(), directory: try row.text(), environment: try row.map(),
      umask: try row.integer(as: UInt16.self), signal: try row.integer(as: Int32.self))
  }
}

extension Window {
  fileprivate func bind(to binder: inout Binder) {
    binder.bind(opens)
    binder.bind(latest)
    binder.bind(atLatest.rawValue)
  }

  fileprivate init(from row: inout RowReader) throws(StoreError) {
    self.init(
      opens: try row.moment(), latest: try row.optionalMoment(), atLatest: try row.word())
  }
}

extension RowReader {
  /// Two lists; of a word that is not understood no more is known than of one that is missing.
  fileprivate mutating func history() throws(StoreError) -> RunHistory {
    let lengths = try list().compactMap { Int64($0) }
    let ends = try list().compactMap { RunHistory.WarnedEnd(rawValue: $0) }
    return RunHistory(
      lengths: lengths.map { .nanoseconds($0) }, warnedEnds: ends,
      lastEnd: LastEnd(words: try list()))
  }

  /// The columns of a period, all empty where there is none.
  fileprivate mutating func period() throws(StoreError) -> Period? {
    let every = try optionalDuration()
    let anchor: WallTime? = try optionalMoment()
    let latestAfter = try optionalDuration()
    let flex = try optionalDuration()
    let zoneSeconds = try optionalInteger(as: Int.self)
    let begins: WallTime? = try optionalMoment()
    let after: WallTime? = try optionalMoment()
    guard let every, let anchor, let zoneSeconds, let begins else { return nil }
    var period = Period(
      every: every, anchor: anchor, latestAfter: latestAfter, zoneSeconds: zoneSeconds)
    period.flex = flex
    period.begins = begins
    period.after = after
    return period
  }
}

extension LastEnd {
  /// The outcome, and what stopped the run: its code, and what was said.
  fileprivate var words: [String] {
    [outcome.rawValue] + [stopReason?.code, stopReason?.message].compactMap(\.self)
  }

  /// Nil where there are none, or none that this version knows.
  fileprivate init?(words: [String]) {
    guard let outcome = words.first.flatMap({ Outcome(rawValue: $0) }) else { return nil }
    let message = words.count > 2 ? words[2] : nil
    self.init(outcome, words.count > 1 ? StopReason(kept: words[1], message: message) : nil)
  }
}
