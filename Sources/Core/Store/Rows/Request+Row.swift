import JSON
import Scheduling

extension Request: TableRow {
  /// Values that statements search for have columns of their own. All other values are JSON: the options in `terms`,
  /// the results in `progress`.
  static let table = StoredTable(
    name: "requests", columns: ["sequence", "owner", "app", "id", "terms", "progress"],
    keys: ["(owner, id) WHERE app IS NULL", "(owner, app, id) WHERE app IS NOT NULL"],
    kept: ["sequence", "owner", "app", "id"])

  /// An expression for the sequence of the request in a row of `requests`, always an integer. The column has it only
  /// until another request replaces that request in its row.
  ///
  /// - Parameter row: The expressions for the columns `sequence` and `terms`.
  static func storedSequence(_ row: (sequence: String, terms: String)) -> String {
    let member = "json_extract(\(row.terms), '$.sequence')"
    return "coalesce(CASE WHEN json_valid(\(row.terms)) THEN"
      + " CASE typeof(\(member)) WHEN 'integer' THEN \(member) END END, \(row.sequence))"
  }

  /// Requests that runs execute and that were replaced or removed.
  static let executed = StoredTable(
    name: "executed_requests", columns: table.columns, keys: ["(sequence)"], kept: ["sequence"])

  /// Binds the number and the key of the request, and as JSON its options and its results. A row that exists keeps its
  /// number (see `Schema`).
  func bind(to binder: inout Binder) {
    binder.bind(sequence)
    binder.bind(key)
    binder.bindJSON(writeTerms)
    binder.bindJSON(progress.write)
  }

  var rowMisfit: Misfit? { misfit }

  /// Reads every column, in the order in which `bind(to:)` binds them.
  init(from row: inout RowReader) throws(StoreError) {
    let number = try row.integer()
    let key = try row.requestKey()
    var terms = try row.members()
    try self.init(key: key, row: number, terms: &terms)
    var members = try row.members()
    progress = try Progress(from: &members)
  }
}

extension Progress: JSONWritable {
  /// Writes only the members that differ from their defaults.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("failures", ifNotZero: failures)
    json.member("attempts", ifNotZero: attempts)
    json.member("postponements", ifNotZero: postponements)
    json.member("backoffUntil", ifThere: backoffUntil)
    json.member("lastSuccess", ifThere: lastSuccess)
    json.member("missed", ifThere: missed)
    json.member("notified", ifThere: notified)
    json.member("awaitedSince", ifThere: awaitedSince)
    json.member("putOffs", ifThere: putOffs)
    json.member("turn", ifThere: rejoined.map { [$0.sequence, $0.run] })
    json.member("changes", ifThere: changes)
    json.member("predecessors", ifThere: predecessors)
    json.member("runLengths", ifNotEmpty: history.lengths)
    json.member("warnedEnds", ifNotEmpty: history.warnedEnds.map(\.rawValue))
    json.member("lastEnd", ifThere: history.lastEnd?.words)
    json.member("stepsDone", ifNotZero: checkpoint.stepsDone)
    json.member("checkpoint", ifThere: checkpoint.data)
    json.member("share", ifThere: checkpoint.share)
    json.member("crashes", ifNotZero: checkpoint.crashes)
    json.member("isQuarantined", ifThere: checkpoint.isQuarantined ? true : nil)
    json.member("gaveUp", ifThere: gaveUp)
    json.member("windowFailure", ifThere: windowFailure)
    json.endObject()
  }

  /// Reads the members that `write(to:)` writes. Missing optional members keep their defaults.
  fileprivate init(from progress: inout StoredMembers) throws(StoreError) {
    self.init()
    try progress.read("failures", &failures)
    try progress.read("attempts", &attempts)
    try progress.read("postponements", &postponements)
    try progress.read("backoffUntil", &backoffUntil)
    try progress.read("lastSuccess", &lastSuccess)
    if var members = try progress.members("missed") { missed = try MissedDeadline(&members) }
    try progress.read("notified", &notified)
    try progress.read("awaitedSince", &awaitedSince)
    try progress.read("putOffs", &putOffs)
    if let turn: [Int64] = try progress.optional("turn"), turn.count == 2 {
      rejoined = Turn(sequence: turn[0], run: turn[1])
    }
    if var members = try progress.members("changes") { changes = try ChangeProgress(&members) }
    if var members = try progress.members("predecessors") {
      predecessors = try PredecessorProgress(&members)
    }
    history = try RunHistory(from: &progress)
    try progress.read("stepsDone", &checkpoint.stepsDone)
    try progress.read("checkpoint", &checkpoint.data)
    try progress.read("share", &checkpoint.share)
    try progress.read("crashes", &checkpoint.crashes)
    try progress.read("isQuarantined", &checkpoint.isQuarantined)
    if var members = try progress.members("gaveUp") { gaveUp = try GivenUp(&members) }
    if var members = try progress.members("windowFailure") {
      windowFailure = try GivenUp(&members)
    }
  }
}

extension RunHistory {
  /// Reads the history; unknown words are treated as missing.
  fileprivate init(from progress: inout StoredMembers) throws(StoreError) {
    var lengths: [Duration] = []
    var ends: [String] = []
    var last: [String] = []
    try progress.read("runLengths", &lengths)
    try progress.read("warnedEnds", &ends)
    try progress.read("lastEnd", &last)
    self.init(
      lengths: lengths, warnedEnds: ends.compactMap { WarnedEnd(rawValue: $0) },
      lastEnd: LastEnd(words: last))
  }
}

extension LastEnd {
  /// The outcome, and the stop reason of the run: its code, and its message.
  fileprivate var words: [String] {
    [outcome.rawValue] + [stopReason?.code, stopReason?.message].compactMap(\.self)
  }

  /// Reads the list that `words` writes. Returns `nil` if there are no words, or none that this version knows.
  fileprivate init?(words: [String]) {
    guard let outcome = words.first.flatMap({ Outcome(rawValue: $0) }) else { return nil }
    let code = words.count > 1 ? words[1] : nil
    let message = words.count > 2 ? words[2] : nil
    self.init(outcome, code.map { StopReason(kept: $0, message: message) })
  }
}

extension MissedDeadline: JSONWritable {
  /// Writes a missed latest date. The parts of `skip` are the members `skipped`, `run` and `at`, which are all missing
  /// if there is no `skip`.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("since", since)
    json.member("acknowledged", ifThere: isAcknowledged ? true : nil)
    json.member("skipped", ifThere: skip?.count)
    json.member("run", ifThere: skip?.run)
    json.member("at", ifThere: skip?.at)
    json.endObject()
  }

  /// Reads the members that `write(to:)` writes. Missing optional members keep their defaults.
  fileprivate init(_ members: inout StoredMembers) throws(StoreError) {
    self.init(since: try members.required("since"))
    try members.read("acknowledged", &isAcknowledged)
    var count: Int?
    var run: RunID?
    var at: WallTime?
    try members.read("skipped", &count)
    try members.read("run", &run)
    try members.read("at", &at)
    if let count, let run, let at { skip = Skip(count: count, run: run, at: at) }
  }
}

extension GivenUp: JSONWritable {
  /// Writes the permanent failure of a request: its last run with its end. `exit` and `signal` are missing if they are
  /// `nil`.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("run", run)
    json.member("at", at)
    json.member("outcome", outcome)
    json.member("exit", ifThere: exit)
    json.member("signal", ifThere: signal)
    json.endObject()
  }

  /// Reads the members that `write(to:)` writes. Missing optional members keep their defaults.
  init(_ members: inout StoredMembers) throws(StoreError) {
    self.init(
      run: try members.required("run"), at: try members.required("at"),
      outcome: try members.requiredWord("outcome"))
    try members.read("exit", &exit)
    try members.read("signal", &signal)
  }
}
