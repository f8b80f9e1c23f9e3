import Control

// Lists of requests. A reply has a limit, and the daemon sends a long list in several replies.
extension Session {
  /// Returns all explanations that the daemon sends for `call`.
  func explanations(_ call: Explain) throws(Failure) -> [ExplanationInfo] {
    try allReplies(to: call).flatMap(\.explanations)
  }

  /// Returns all failures that the daemon sends for `call`.
  func failures(_ call: ListFailures) throws(Failure) -> [FailureInfo] {
    try allReplies(to: call).flatMap(\.failures)
  }

  /// Returns one reply with all requests and rows that the daemon sends for `call`.
  func list(_ call: List) throws(Failure) -> List.Reply {
    var (requests, rows, hasRows, running) = ([RequestInfo](), [RequestRowInfo](), false, Int64(0))
    for part in try allReplies(to: call) {
      requests += part.requests
      rows += part.rows ?? []
      hasRows = hasRows || part.rows != nil
      running = part.running
    }
    return List.Reply(requests: requests, rows: hasRows ? rows : nil, running: running)
  }

  /// Returns the reply to `call`. With JSON, its requests have all values.
  ///
  /// - Parameter inRows: Whether people need only the values of rows (`RequestRowInfo`), which are a small part of all.
  func list(_ call: List, inRows: Bool) throws(Failure) -> List.Reply {
    try isJSON || !inRows ? list(call) : listInRows(call)
  }

  /// Returns the reply to `call`, of whose requests only the values of rows are known. The daemon sends rows faster than
  /// whole requests.
  func listInRows(_ call: List) throws(Failure) -> List.Reply {
    var brief = call
    brief.brief = true
    do throws(Failure) {
      var reply = try list(brief)
      if let rows = reply.rows { reply.requests = rows.map { RequestInfo(row: $0) } }
      return reply
    } catch {
      // An older daemon does not know the parameter, and has not been restarted yet.
      guard case .refused(_, let parameters) = error, parameters.field == "brief" else {
        throw error
      }
      return try list(call)
    }
  }
}

extension RequestInfo {
  /// The most steps that a row can have; the number comes from another process.
  private static let mostSteps: Int64 = 1000

  /// Creates a request of which only the values of a row are known; the others are empty, and `RequestColumn.isInRows`
  /// is false for their columns. Steps are without names and commands, since a row has only their number.
  fileprivate init(row: RequestRowInfo) {
    let emptyStep = StepInfo(name: "", arguments: [])
    let stepCount = Int(max(0, min(row.steps ?? 0, Self.mostSteps)))
    self.init(
      id: row.id, app: row.app, owner: row.owner, kind: row.kind, state: row.state, run: row.run,
      runState: row.runState, frozenBy: row.frozenBy, frozenSince: row.frozenSince,
      submitted: row.submitted, earliest: "", latest: row.latest, atLatest: "", progress: 0,
      task: row.task, on: [], exact: false, whenChanged: [], after: row.after ?? [],
      afterAny: row.afterAny ?? [], requires: [], prefers: [], allowBattery: false,
      expedited: false, group: row.group, priority: row.priority, tags: row.tags ?? [],
      retries: 0, backoff: "", backoffDelay: 0, limits: LimitsInfo(), onClosedGate: "",
      signalsReadiness: false, preventsSleep: false, wake: false, eachFailure: false, budget: 0,
      grace: 0,
      failures: row.failures ?? 0, overdueSince: row.overdueSince,
      skippedWindows: row.skippedWindows, arguments: [], directory: "",
      steps: Array(repeating: emptyStep, count: stepCount),
      stepsDone: row.stepsDone ?? 0, share: row.share, quarantined: row.quarantined ?? false,
      timer: row.timer, timerIsOn: row.timerIsOn, reasons: row.reasons ?? [], next: row.next,
      wakesAt: row.wakesAt)
  }
}
