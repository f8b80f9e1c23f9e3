import ArgumentParser
import Control
import Terminal
import Vocabulary

struct WaitVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Wait for a request or a run to end; exit 0 only if it completed.",
    usage: "rubatoctl wait (<id> | --run <number>)",
    discussion: """
      If the request is no longer queued, the outcome of its newest run is returned immediately.

      With --timeout, the wait ends after this time with an error and exit code 1, and the request or run continues. \
      Without it, the wait has no limit.

      \(ExitCodes.paragraph("also 1 if the run did not complete; with --exit-code, the code of the command."))
      """)

  @OptionGroup var runOptions: RunOptions

  @Flag(
    help: "Exit with the command's own code, or 128 and the number of the signal that ended it.")
  var exitCode = false

  @OptionGroup var connection: ConnectionOptions

  /// Waits for the end of the run or of the request, and prints the outcome. Throws unless the run completed.
  func perform(_ session: Session) throws(Failure) {
    let run = try runOptions.requestOrRun(session).run
    let owner = try runOptions.owner.uid()
    let waiting = Waiting(exitsAsCommand: exitCode)
    if let run {
      let ended = try session.await(Wait(owner: owner, run: run), atMost: try limit()).run
      return try Outcome.report(ended, id: "run \(run)", waiting, session)
    }
    let (ended, isQueued) = try awaitEndOfRequest(owner, session)
    try Outcome.report(ended, id: runOptions.id ?? "", isQueued: isQueued, waiting, session)
  }

  /// Returns the longest wait; `nil` without `--timeout`.
  private func limit() throws(Failure) -> Duration? {
    connection.timeout == nil ? nil : try connection.replyTimeout()
  }

  /// Waits for the end of the request and returns its run; `nil` if the request was removed without one. If it is no
  /// longer queued, returns its newest run immediately.
  private func awaitEndOfRequest(
    _ owner: Int64?, _ session: Session
  ) throws(Failure) -> (run: RunInfo?, isQueued: Bool) {
    let runs = Runs(id: runOptions.id, app: runOptions.app, owner: owner, limit: 1)
    let newest = try session.call(runs).runs.first
    // The wait ignores runs that have already ended, also if a daemon restarts meanwhile. A run without an outcome is
    // current, so the wait begins after the number before it.
    let newestEndedRun = newest.map { $0.outcome == nil ? $0.run &- 1 : $0.run } ?? 0
    let call = Wait(id: runOptions.id, app: runOptions.app, owner: owner, after: newestEndedRun)
    do throws(Failure) {
      return (try session.await(call, atMost: try limit()).run, true)
    } catch {
      // The request is no longer queued; its newest run has ended.
      guard error.isNotFound, let newest, newest.outcome != nil else { throw error }
      return (newest, false)
    }
  }
}

struct RunVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Start a request now, if nothing blocks it.",
    discussion: """
      The id can be a pattern such as 'encode-*', which stands for all waiting requests that \
      match it. With --tag, all waiting requests with the tag are started.

      \(ExitCodes.withWaitOptions)
      """)

  @Argument(help: "Request id.", completion: RequestNames.completion)
  var id: String?

  @OptionGroup var tagOptions: TagOptions

  @Option(help: ArgumentHelp("App that the request belongs to.", valueName: "id"))
  var app: String?

  @OptionGroup var owner: OwnerOptions

  @Flag(help: "Start only if nothing blocks it (the default).")
  var ifReady = false

  @Flag(
    help: ArgumentHelp(
      "Override everything but absolute vetoes, such as heat or an empty battery.",
      discussion: """
        If the run fails, the request keeps its tries and waits as before. The failure does not count for `status`, \
        `retry`, `list --failed` and the metrics of the request.
        """))
  var force = false

  @Flag(help: "With --force: also override absolute vetoes.")
  var really = false

  @OptionGroup var wait: WaitOptions
  @OptionGroup var connection: ConnectionOptions

  /// Splits a name with an app into the two. Refuses `--if-ready` with `--force`, `--really` without it, and a call
  /// without an id or a tag.
  mutating func validate() throws {
    if let name = id { (id, app) = RequestNames.split(name, app) }
    if id == nil, tagOptions.isEmpty { throw ValidationError("name a request, or use --tag") }
    if ifReady, force { throw ValidationError("use only one of --if-ready and --force") }
    if really, !force { throw ValidationError("--really goes with --force") }
  }

  /// Starts the request in the mode that the options select, and reports its run.
  func perform(_ session: Session) throws(Failure) {
    let forcedMode = really ? "forceReally" : "force"
    let mode = force ? forcedMode : "ifReady"
    guard let id, tagOptions.isEmpty, !RequestPattern.isPattern(id) else {
      return try startMatching(mode, session)
    }
    let call = RunNow(id: id, app: app, owner: try owner.uid(), mode: mode)
    try Self.start(call, wait.waiting, session)
  }

  /// Starts the requests that the pattern or the tags select, and prints their runs.
  private func startMatching(_ mode: String, _ session: Session) throws(Failure) {
    if wait.waiting.isWanted {
      throw .usage(
        "--wait takes one request, not a pattern or a tag; give an id, or leave out --wait")
    }
    let names = try RequestPattern.expand(
      id.map { [$0] } ?? [], tags: try tagOptions.names(), in: .waiting, app: app,
      owner: try owner.uid(), to: "Start", session)
    try SomeRequestsOptions.forEach(names, app, owner, session, selectsSeveral: true) {
      (id, app, owner) throws(Failure) in
      try session.call(RunNow(id: id, app: app, owner: owner, mode: mode))
    } _: { id, reply in
      Self.startSentence(id, reply)
    }
  }

  /// Returns the sentence that a run has started. The owner of `request` is named if that is another user.
  private static func startSentence(
    _ id: String, _ reply: RunNow.Reply, _ request: RequestInfo? = nil
  ) -> String {
    "Started: \(id)\(Session.ownerText(request)) (run \(reply.run))."
  }

  /// Starts the request and reports its run.
  ///
  /// - Parameter mode: The mode of the call: `ifReady`, `force` or `forceReally`.
  static func start(
    _ request: RequestOptions, mode: String, _ waiting: Waiting, _ session: Session
  ) throws(Failure) {
    let call = RunNow(
      id: request.id, app: request.app, owner: try request.owner.uid(), mode: mode)
    try start(call, waiting, session)
  }

  /// Starts the request of the call and reports its run.
  static func start(
    _ call: RunNow, _ waiting: Waiting, _ session: Session
  ) throws(Failure) {
    let request = session.isJSON ? nil : session.selectedRequest(call.id, call.app, call.owner)
    let reply = try session.call(call)
    var waiting = waiting
    waiting.isForced = call.mode != "ifReady"
    try report(reply, of: call.id, owner: call.owner, request: request, waiting, session)
  }

  /// Prints that a run has started, and waits for its end if requested. With both a wait and JSON, only the end is
  /// printed.
  ///
  /// - Parameter request: The request, whose owner is named if that is another user; `nil` if it is not known.
  static func report(
    _ reply: RunNow.Reply, of id: String, owner: Int64?, request: RequestInfo? = nil,
    _ waiting: Waiting, _ session: Session
  ) throws(Failure) {
    if !waiting.isWanted || !session.isJSON {
      try session.printAnswer(reply, leavesOutputToCommand: waiting.printsOutput) { _ in
        [startSentence(id, reply, request)]
      }
    }
    if waiting.isWanted { try Outcome.await(run: reply.run, owner: owner, waiting, session) }
  }
}

struct ExpireVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "expire", abstract: "Treat the budget of runs as used up: warning, grace, kill.")

  @OptionGroup var requests: SomeRequestsOptions
  @OptionGroup var connection: ConnectionOptions

  func perform(_ session: Session) throws(Failure) {
    try Self.expire(requests, session)
  }

  /// Ends the budget of the runs of these requests, and prints the runs. It is also the work of
  /// `simulate-expiration`.
  static func expire(_ requests: SomeRequestsOptions, _ session: Session) throws(Failure) {
    try requests.forEach(session, to: "Expire", .running) { (id, app, owner) throws(Failure) in
      try session.call(Expire(id: id, app: app, owner: owner))
    } _: { id, reply in
      "Expiring: \(id) (run \(reply.run))."
    }
  }
}

struct StopVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Stop runs; their requests wait again.")

  @OptionGroup var requests: SomeRequestsOptions

  @Option(help: ArgumentHelp("Reason to pass to the runs, such as thermal.", valueName: "word"))
  var reason: String?

  @OptionGroup var connection: ConnectionOptions

  /// Stops the runs of the requests, with the given reason.
  func perform(_ session: Session) throws(Failure) {
    // The request that was stopped last, with its app, as it is typed; `nil` if it is no longer queued.
    var name: String?
    try requests.forEach(session, to: "Stop", .running) { (id, app, owner) throws(Failure) in
      let reply = try session.call(Stop(id: id, app: app, owner: owner, reason: reason))
      let isQueued = session.isJSON || Self.isQueued(List(id: id, app: app, owner: owner), session)
      name = isQueued ? RequestName(app: app, id: id).name : nil
      return reply
    } _: { id, reply in
      Self.sentence(id, reply.run, name)
    }
  }

  /// Returns whether the request of a stopped run still exists: `cancel --keep-running` removes it during its run.
  private static func isQueued(_ call: List, _ session: Session) -> Bool {
    do throws(Failure) {
      return try !session.call(call).requests.isEmpty
    } catch {
      return !error.isNotFound
    }
  }

  /// Returns the sentences on a stopped run: its request usually still waits, so they name the way to remove it.
  ///
  /// - Parameter name: The request with its app, as it is typed; `nil` if it is no longer queued.
  private static func sentence(_ id: String, _ run: Int64, _ name: String?) -> String {
    let stopping = "Stopping: \(id) (run \(run))."
    guard let name else { return "\(stopping) The request is no longer queued." }
    let command = AdvisedCommands.ofThisProcess.completed("`rubatoctl cancel \(name)`")
    return "\(stopping) The request may start again; \(command) removes the request."
  }
}
