import ArgumentParser
import Control
import Terminal
import Vocabulary

struct CancelVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Remove requests and stop their runs.")

  @OptionGroup var requests: SomeRequestsOptions

  @Flag(help: "Let the runs finish.")
  var keepRunning = false

  @OptionGroup var connection: ConnectionOptions

  /// Cancels each request. A request that replaces a timer is refused, since the timer would stay disabled.
  func perform(_ session: Session) throws(Failure) {
    // The request that was cancelled last, whose owner its line names.
    var lastRequest: RequestInfo?
    let selectsSeveral =
      requests.all || RequestPattern.selectsSeveral(requests.ids, requests.tagOptions.tag)
    try requests.forEach(session, to: "Cancel") { (id, app, owner) throws(Failure) in
      lastRequest = session.selectedRequest(id, app, owner)
      if let timer = lastRequest?.timer {
        throw .refused(
          "\(id) replaces \(timer.name), which is disabled; "
            + "restore the timer and remove the request with: rubatoctl release \(timer.name)")
      }
      return try session.call(
        Cancel(id: id, app: app, owner: owner, keepRunning: keepRunning ? true : nil))
    } _: { id, reply in
      // A pattern or a tag may also select the failed requests, whose cancellation follows. They are then not named.
      "Cancelled: \(id)\(Session.ownerText(lastRequest))."
        + (reply.stoppingRun.map { " Run \($0) is stopping." } ?? "")
        + (selectsSeveral ? "" : sentence(onFailed: reply.failed, with: id))
    }
  }

  /// Returns the sentence on the requests that have failed, since they follow the cancelled request `id`, with the
  /// commands to queue or remove them. Requests that are cancelled by the same command are left out. Empty for none.
  private func sentence(onFailed ids: [String], with id: String) -> String {
    let failedIDs = ids.filter { !requests.ids.contains($0) }
    guard !failedIDs.isEmpty else { return "" }
    let isOne = failedIDs.count == 1
    let areTooMany = failedIDs.count > ListedIDs.named
    let arguments = areTooMany ? "ID ..." : failedIDs.joined(separator: " ")
    let listAdvice = areTooMany ? " (`rubatoctl list --failed` lists them)" : ""
    let (them, failed) = (isOne ? "it" : "them", ListedIDs.text(failedIDs))
    // A request can follow several of the cancelled ones.
    let cancelled = requests.ids.count > 1 ? ListedIDs.text(requests.ids) : id
    let sentence =
      isOne
      ? " Request \(failed) has failed permanently, because it depends on \(id)"
      : " Requests \(failed) have failed permanently, because they depend on \(id)"
    return AdvisedCommands.ofThisProcess.completed(
      "\(sentence)\(listAdvice); to queue \(them) again, submit \(cancelled) again and run"
        + " `rubatoctl retry \(arguments)`; to remove \(them), run `rubatoctl acknowledge"
        + " \(arguments)`.")
  }
}

struct UnquarantineVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "unquarantine",
    abstract: "Release requests from quarantine, so that they may run again.")

  @OptionGroup var requests: SomeRequestsOptions
  @OptionGroup var connection: ConnectionOptions

  /// Releases each request from quarantine.
  func perform(_ session: Session) throws(Failure) {
    try requests.forEach(session, to: "Release", .quarantined) { (id, app, owner) throws(Failure) in
      try session.call(Unquarantine(id: id, app: app, owner: owner))
    } _: { id, _ in
      "Released: \(id) may run again."
    }
  }
}

struct ListVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List waiting and running requests, or those that have failed.")

  @Argument(
    help: ArgumentHelp(
      "Request ids, or patterns such as 'encode-*' (default: all).", valueName: "id"),
    completion: RequestNames.completion)
  var ids: [String] = []

  @OptionGroup var tagOptions: TagOptions

  @Flag(help: "List requests that have failed permanently, newest first.")
  var failed = false

  @Flag(help: "List each request below the one that it follows.")
  var tree = false

  @OptionGroup var view: ListOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    try view.checkCombination(failed: failed, tree: tree)
    if failed && tree {
      throw ValidationError(
        "--tree shows queued requests, and --failed those that have failed; leave out one of them.")
    }
  }

  /// Prints the queued requests, or with `--failed` those that have failed permanently. If there are none, a hint
  /// follows for a caller who can see the requests of other users.
  func perform(_ session: Session) throws(Failure) {
    if failed { return try listFailed(session) }
    let call = List(
      app: filter.app, owner: try filter.owner.uid(), allUsers: filter.asksForAllUsers)
    let columns = try view.chosenColumns()
    let selection = try view.selection()
    // The daemon sends brief rows faster than whole requests.
    let rowsSuffice = selection.isInRows && (columns ?? []).allSatisfy(\.isInRows)
    let reply = try session.list(call, inRows: rowsSuffice)
    let tags = try tagOptions.names()
    // Without ids and tags, a filter would only copy the list.
    let named =
      ids.isEmpty && tags.isEmpty
      ? reply.requests
      : reply.requests.filter {
        RequestPattern.includes(ids, tags: tags, app: $0.app, id: $0.id, tagsOfRequest: $0.tags)
      }
    try checkFound(isEmpty: named.isEmpty, tags, "request", "list")
    let requests = selection.applied(to: named)
    let forecasts = view.forecasts(of: requests, reply, call, session)
    try session.printAnswer(requests) { screen in
      if requests.isEmpty, let state = selection.stateWords { return ["No request is \(state)."] }
      let others =
        requests.isEmpty
        ? session.adviceOnOthers("list", filter, on: screen) {
          try session.listInRows(List(allUsers: true)).requests.count
        } : []
      // Chosen columns can include OWNER, which then has names even if all requests have the same owner.
      let ownerNames: ((Int64) -> String)? = columns == nil ? filter.ownerNames : Users.name
      return RequestTable.lines(
        requests, running: Int(reply.running), asTree: tree, columns: columns,
        forecasts: forecasts, owner: ownerNames, on: screen) + others
    }
  }

  /// Prints the requests that have failed permanently, with the same hint as for queued requests.
  private func listFailed(_ session: Session) throws(Failure) {
    let call = ListFailures(
      app: filter.app, owner: try filter.owner.uid(), allUsers: filter.asksForAllUsers)
    let tags = try tagOptions.names()
    let failures = try session.failures(call).filter {
      RequestPattern.includes(ids, tags: tags, app: $0.app, id: $0.id, tagsOfRequest: $0.tags)
    }
    try checkFound(isEmpty: failures.isEmpty, tags, "permanently failed request", "list --failed")
    try session.printAnswer(failures) { screen in
      let others =
        failures.isEmpty
        ? session.adviceOnOthers("list --failed", filter, on: screen) {
          try session.failures(ListFailures(allUsers: true)).count
        } : []
      return FailureTable.lines(failures, owner: filter.ownerNames, on: screen) + others
    }
  }
}

extension ListVerb {
  /// Throws a refusal if ids, patterns or tags were given, and no request has or matches any.
  ///
  /// - Parameters:
  ///   - isEmpty: Whether no request was found.
  ///   - words: The name of such a request, such as `permanently failed request`.
  ///   - list: The verb that lists such requests.
  private func checkFound(
    isEmpty: Bool, _ tags: [String], _ words: String, _ list: String
  ) throws(Failure) {
    guard isEmpty, !ids.isEmpty || !tags.isEmpty else { return }
    throw RequestPattern.noMatchFailure(
      words, ids, tags, list,
      advice: failed ? "" : "; `rubatoctl list --failed` lists failed ones")
  }
}

struct ShowVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one request in full.")

  @OptionGroup var request: RequestOptions
  @OptionGroup var connection: ConnectionOptions

  /// Prints the request. Throws if it does not exist.
  func perform(_ session: Session) throws(Failure) {
    let call = List(id: request.id, app: request.app, owner: try request.owner.uid())
    guard let shownRequest = try session.call(call).requests.first else {
      throw .notFound(request.id, call.owner, session)
    }
    try session.printAnswer(shownRequest) { screen in
      RequestCard.lines(shownRequest, owner: Users.name, on: screen)
    }
  }
}

struct ExplainVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain why a request waits; without an id, all requests, longest waiting first.")

  @Argument(help: "Request id.", completion: RequestNames.completion)
  var id: String?

  @OptionGroup var filter: FilterOptions
  @OptionGroup var connection: ConnectionOptions

  mutating func validate() throws {
    if let name = id { (id, filter.app) = RequestNames.split(name, filter.app) }
  }

  /// Prints the explanation of the request; without an id, a table of all requests. Throws if the named request does
  /// not exist.
  func perform(_ session: Session) throws(Failure) {
    let call = Explain(
      id: id, app: filter.app, owner: try filter.owner.uid(), allUsers: filter.asksForAllUsers)
    let explanations = try session.explanations(call)
    guard let id else { return try printTable(explanations, session) }
    guard let explanation = explanations.first else { throw .notFound(id, call.owner, session) }
    // While a simulated clock is stopped, no request starts. A request that would start now needs no note.
    let isClockStopped =
      if !session.isJSON, !explanation.run { try session.hasStoppedClock() } else { false }
    try session.printAnswer(explanation) { screen in
      ExplanationText(explanation, on: screen).lines
        + (isClockStopped ? ["", "Note: \(StatusText.stoppedClock(on: screen))."] : [])
    }
  }

  /// Prints a table of the explanations. If there are none, a hint follows for a caller who can see the requests of
  /// other users.
  private func printTable(
    _ explanations: [ExplanationInfo], _ session: Session
  ) throws(Failure) {
    try session.printAnswer(explanations) { screen in
      let others =
        explanations.isEmpty
        ? session.adviceOnOthers("explain", filter, on: screen) {
          try session.listInRows(List(allUsers: true)).requests.count
        } : []
      return ExplanationTable.lines(explanations, owner: filter.ownerNames, on: screen) + others
    }
  }
}

extension Failure {
  /// Returns the refusal for the id of a request that does not exist, of the user `owner` or the caller.
  static func notFound(_ id: String, _ owner: Int64?, _ session: Session) -> Failure {
    let isAmongOwn = owner == nil && session.instance.scope == .system && !Users.isRoot
    return Failure.refused(
      error: ControlError.notFound.rawValue,
      ControlError.Parameters(
        field: "id", value: id,
        message: "request '\(id)' not found\(isAmongOwn ? " among yours" : "");"
          + " list all requests with `rubatoctl list`")
    ).advisingSudo(session.instance)
  }
}
