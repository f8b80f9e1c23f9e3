import Control
import Files
import Scheduling
import Store

/// A call that is about one request.
protocol RequestCall: HasRequestName {
  var owner: Int64? { get }
}

extension Cancel: RequestCall {}
extension RunNow: RequestCall {}
extension Expire: RequestCall {}
extension Stop: RequestCall {}
extension Unquarantine: RequestCall {}
extension GetTaskFile: RequestCall {}
extension Retry: RequestCall {}

/// Finds the request that a call names by its id, and by its app and owner if given.
struct Selection: Sendable {
  var id: String
  var app: String?
  var owner: Int64?
  var caller: Caller

  init(id: String, app: String?, owner: Int64?, caller: Caller) {
    self.id = id
    self.app = app
    self.owner = owner
    self.caller = caller
  }

  init(_ call: some RequestCall, _ caller: Caller) {
    self.init(id: call.id, app: call.app, owner: call.owner, caller: caller)
  }

  /// Returns the key of the selected request. Throws a refusal if the request neither waits nor runs, with the reason
  /// if it is known, or if several requests are selected.
  ///
  /// - Parameter advice: The remedy in the refusal of an unknown request.
  func key(
    in view: any EngineView, advice: String = Refusal.listAdvice
  ) throws(Refusal) -> RequestKey {
    let own = RequestKey(owner: try Scope.owner(named: owner, by: caller), app: app, id: id)
    if view.core.request(own) != nil || view.core.run(of: own) != nil { return own }
    // The id alone can select a request of one of the user's apps, or of another user.
    let queued = queuedKeys(view, own.owner)
    if let only = queued.first, queued.count == 1 { return only }
    guard queued.isEmpty else { throw ambiguityRefusal(queued) }
    // No such request waits or runs: the refusal names the most exact reason that is known.
    if let failed = failedKeys(view, own.owner).first {
      throw .ofFailed(failed, view)
    }
    let lastRun = newestRun(own, view)
    if let task = UnscheduledTask(own, lastRun, view, seesAll: selectsOtherUsers) {
      throw task.refusal(view)
    }
    if let refusal = refusalOfInvalidTask(view) { throw refusal }
    if let lastRun { throw .ofEnded(lastRun) }
    throw refusalOfUnknownApp(own, view)
      ?? .unknown(
        own, among: selectableIDs(view, own.owner), isAmongOwn: !caller.isPrivileged,
        advice: advice)
  }

  /// Returns the key of the selected request, which has failed permanently; if there is none, of one that waits or
  /// runs. Throws a refusal if there is neither, or if several requests are selected.
  ///
  /// - Parameter advice: The remedy in the refusal of an unknown request.
  func keyOfFailed(
    in view: any EngineView, advice: String = Refusal.failedListAdvice
  ) throws(Refusal) -> RequestKey {
    let failed = failedKeys(view, try Scope.owner(named: owner, by: caller))
    if failed.count > 1 { throw ambiguityRefusal(failed) }
    if let only = failed.first { return only }
    return try key(in: view, advice: advice)
  }

  /// Returns the key of the selected request, for its cancellation. It may have failed permanently because a request
  /// that it follows was cancelled before it: `cancel` of both must not depend on their order.
  func keyToCancel(in view: any EngineView) throws(Refusal) -> RequestKey {
    let uid = try Scope.owner(named: owner, by: caller)
    let failedWithPredecessor = failedKeys(view, uid).filter { key in
      view.core.failedRequest(key)?.progress.predecessors?.failed != nil
    }
    if let only = failedWithPredecessor.first, failedWithPredecessor.count == 1,
      queuedKeys(view, uid).isEmpty
    {
      return only
    }
    return try key(in: view)
  }

  /// Returns the owner of the selected request, which may no longer exist. If the caller can select requests of other
  /// users, prefers the owner of a request that waits or runs, then of one that has failed permanently, then of the
  /// newest run. Otherwise returns the named owner or the caller.
  func owner(in view: any EngineView) throws(Refusal) -> UInt32 {
    let own = RequestKey(owner: try Scope.owner(named: owner, by: caller), app: app, id: id)
    guard selectsOtherUsers else { return own.owner }
    let queued = queuedKeys(view, own.owner)
    let candidates = queued.isEmpty ? failedKeys(view, own.owner) : queued
    let owners = Set(candidates.map(\.owner))
    if owners.count > 1 { throw ambiguityRefusal(candidates) }
    return owners.first ?? newestRun(own, view)?.key.owner ?? own.owner
  }

  /// Returns the ids of all requests that can be selected: ids of the user `uid`, and if no owner was named, all that
  /// the caller may manage.
  private func selectableIDs(_ view: any EngineView, _ uid: UInt32) -> [String] {
    let keys = (view.core.allRequests + view.core.failedRequests).map(\.key)
    return keys.filter { $0.owner == uid || selectsOtherUsers }.map(\.id)
  }

  /// Whether requests of other users are selected if the caller has none with this id.
  private var selectsOtherUsers: Bool { owner == nil && caller.isPrivileged }

  /// Returns the refusal if a task file declares the request but has an error; `nil` for other requests, if the caller
  /// may not see the task files, and if an owner was named, whose request need not be that of the file.
  private func refusalOfInvalidTask(_ view: any EngineView) -> Refusal? {
    guard selectsOtherUsers, app == nil else { return nil }
    let tasks = view.tasks
    guard let problem = tasks.problems.first(where: { $0.task == id }) else { return nil }
    return Refusal(
      .notFound, field: "id", value: id,
      message: "request '\(id)' not found, since its task file has an error: \(problem.error);"
        + " correct the error, and read the files again: \(tasks.reloadCommand)")
  }

  /// Returns a refusal for an unknown app; `nil` if the app exists, or if none is named.
  private func refusalOfUnknownApp(_ own: RequestKey, _ view: any EngineView) -> Refusal? {
    guard let app, view.core.app(AppKey(owner: own.owner, id: app)) == nil else { return nil }
    return Refusal(
      .notFound, field: "app", value: app,
      message:
        "app '\(app)' not found, so it has no '\(id)'; `rubatoctl app list` lists registered apps")
  }

  /// Returns the newest run of an ended request with the selected id: of the user in `own`, or else of any user whose
  /// requests the caller may select. Returns `nil` if there is none, or if the runs cannot be read.
  private func newestRun(_ own: RequestKey, _ view: any EngineView) -> Run? {
    var query = RunQuery(owners: [own.owner], id: id, app: app, limit: 1)
    if let run = try? view.runs(query).first { return run }
    guard selectsOtherUsers else { return nil }
    query.owners = nil
    return try? view.runs(query).first
  }

  /// Returns the keys of the waiting and running requests that are selected, first of the user `uid` (`selecting`).
  private func queuedKeys(_ view: any EngineView, _ uid: UInt32) -> [RequestKey] {
    selecting(view.core.keys(named: id) + view.core.runs.map(\.key), uid)
  }

  /// Returns the keys of the permanently failed requests that are selected, first of the user `uid` (`selecting`).
  private func failedKeys(_ view: any EngineView, _ uid: UInt32) -> [RequestKey] {
    selecting(view.core.failedRequests.map(\.key), uid)
  }

  /// Returns the keys of `keys` that have the selected id and app and belong to the user `uid`. If there are none and
  /// no owner was named, returns the keys of all users whose requests the caller may manage.
  private func selecting(_ keys: [RequestKey], _ uid: UInt32) -> [RequestKey] {
    let matching = Set(keys.filter { $0.id == id && (app == nil || $0.app == app) }).sorted()
    let own = matching.filter { $0.owner == uid }
    return own.isEmpty && selectsOtherUsers ? matching : own
  }

  /// Returns the refusal of an id that the requests `keys` share. It lists their apps and owners, by which the caller
  /// can select one.
  private func ambiguityRefusal(_ keys: [RequestKey]) -> Refusal {
    let names = keys.map { "\($0.id) of app \($0.app ?? "-"), uid \($0.owner)" }
    return Refusal(
      .ambiguous, field: "id", value: id,
      message: "several requests have the id '\(id)' (\(names.joined(separator: "; ")));"
        + " select one with --app or --owner")
  }
}

extension Refusal {
  /// Returns the refusal for a request that has failed permanently and waits for nothing any more. Its message has the
  /// last run, the failed predecessor if there is one, and the commands that show, retry or remove the request.
  fileprivate static func ofFailed(_ key: RequestKey, _ view: any EngineView) -> Refusal {
    let progress = view.core.failedRequest(key)?.progress
    let end = progress?.gaveUp
    // A skipped window has no output.
    let logs = end?.outcome == .skipped ? "" : " `rubatoctl logs \(key.id)` shows its output,"
    var failedPredecessor = ""
    var retryCondition = ""
    if let id = progress?.predecessors?.failed {
      let predecessor = RequestKey(owner: key.owner, app: nil, id: id)
      let isStillFailed = view.core.failedRequest(predecessor) != nil
      failedPredecessor =
        ": '\(id)', which it follows, \(isStillFailed ? "has failed" : "failed or was cancelled")"
      // `retry` is refused until the predecessor is queued.
      if view.core.request(predecessor) == nil {
        retryCondition =
          isStillFailed ? " after `rubatoctl retry \(id)`" : " once '\(id)' is submitted again"
      }
    }
    return Refusal(
      .notFound, field: "id", value: key.id,
      message: "request '\(key.id)' has failed permanently\(end.map(endText) ?? "")"
        + "\(failedPredecessor);\(logs) `rubatoctl runs \(key.id)` shows its runs,"
        + " `rubatoctl retry \(key.id)` queues it again\(retryCondition),"
        + " `rubatoctl acknowledge \(key.id)` removes it")
  }

  /// Returns the end of a request as a part of a message: `: run 7 failed at 2026-03-02T06:30:00.000Z, exit 4`.
  private static func endText(_ end: GivenUp) -> String {
    let details = end.exit.map { ", exit \($0)" } ?? end.signal.map { ", signal \($0)" } ?? ""
    return ": run \(end.run) \(end.outcome.clause) at \(end.at.text)\(details)"
  }

  /// Returns the refusal for a request that neither waits nor runs. Its message describes `run`, the newest run of the
  /// request.
  fileprivate static func ofEnded(_ run: Run) -> Refusal {
    let lastRun = run.ending.map { ending in
      // The request of an app's task is consumed when the task begins, so the run does not show how the request ended.
      let fate = run.key.app == nil ? Self.fateText(after: ending.outcome) : nil
      return
        " (its last run, \(run.id), \(ending.outcome.clause) at \(ending.at.text)\(fate ?? ""))"
    }
    return Refusal(
      .notFound, field: "id", value: run.key.id,
      message: "request '\(run.key.id)' is no longer queued\(lastRun ?? ""); list its runs"
        + " with `rubatoctl runs \(run.key.id)`, or submit the request again")
  }

  /// Returns the refusal to retry a queued request that has not failed, though its newest run did: a forced run does
  /// not count as a failure. `nil` for other requests, and if the runs cannot be read.
  static func ofRetry(afterForcedRunOf key: RequestKey, _ view: any EngineView) -> Refusal? {
    // The request itself has nothing to retry.
    guard view.core.failedRequest(key) == nil, let progress = view.core.request(key)?.progress,
      progress.failures == 0, !progress.checkpoint.isQuarantined
    else { return nil }
    // A stop by hand is no failure of the run.
    guard let run = try? view.runs(RunQuery(key: key, limit: 1)).first, run.isForced,
      let ending = run.ending, ending.outcome != .completed, !ending.wasByHand
    else { return nil }
    return Refusal(
      .held, field: "id", value: key.id,
      message:
        "\(key.id) has not failed: its last run (\(run.id)) \(ending.outcome.clause), but was forced,"
        + " and the request keeps its tries; `rubatoctl run \(key.name) --force` starts it again")
  }

  /// Returns the end of a request after a run that did not end it, as a part of a message; `nil` if the run can have
  /// ended it. A cancelled request is not stored, so a completed run of a repeating request can also be its last.
  private static func fateText(after outcome: Outcome) -> String? {
    switch outcome {
    case .completed, .cancelled, .skipped: nil
    case .retryLater, .deferred, .interrupted: "; then the request was cancelled"
    default: "; then the request was cancelled, or its failure was acknowledged"
    }
  }
}

extension Outcome {
  /// The end of a run as a part of a sentence, as in "run 7 was killed".
  fileprivate var clause: String {
    switch self {
    case .completed, .failed, .crashed, .expired: rawValue
    case .retryLater: "asked to run later"
    case .outOfMemory: "ran out of memory"
    case .launchFailed: "could not be started"
    case .launchTimeout: "started too slowly"
    case .deferred, .killed, .cancelled, .interrupted, .skipped: "was \(rawValue)"
    }
  }
}
