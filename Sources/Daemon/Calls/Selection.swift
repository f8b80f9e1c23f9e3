import Control
import Scheduling
import Store

/// A call that is about one request.
protocol NamesRequest {
  var id: String { get }
  var app: String? { get }
  var owner: Int64? { get }
}

extension Cancel: NamesRequest {}
extension RunNow: NamesRequest {}
extension Expire: NamesRequest {}
extension Stop: NamesRequest {}
extension Unquarantine: NamesRequest {}
extension GetTaskFile: NamesRequest {}
extension Retry: NamesRequest {}

/// Finds the request that a call means by its id, and by its app and owner where they are given.
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

  init(_ call: some NamesRequest, _ caller: Caller) {
    self.init(id: call.id, app: call.app, owner: call.owner, caller: caller)
  }

  /// The one request, waiting or running, that is meant.
  func key(in view: any EngineView) throws(Refusal) -> RequestKey {
    let own = RequestKey(owner: try Scope.owner(caller, owner), app: app, id: id)
    if view.core.request(own) != nil || view.core.run(of: own) != nil { return own }
    let found = candidates(view, own.owner)
    if let only = found.first, found.count == 1 { return only }
    guard found.isEmpty else { throw ambiguous(found) }
    if view.core.failedRequest(own) != nil { throw .failed(own) }
    let last = past(own, view)
    if let task = UnscheduledTask(own, last, view, seesAll: owner == nil && caller.isPrivileged) {
      throw task.refusal(view)
    }
    if let last { throw .over(last) }
    throw unknownApp(own, view) ?? .unknown(own)
  }

  /// The one request that is meant, which has failed for good, waits or runs.
  func keyOfFailed(in view: any EngineView) throws(Refusal) -> RequestKey {
    let own = RequestKey(owner: try Scope.owner(caller, owner), app: app, id: id)
    let isOwned = owner != nil || !caller.isPrivileged
    let matching = view.core.failedRequests.map(\.key).filter { key in
      key.id == id && (app == nil || key.app == app) && (key.owner == own.owner || !isOwned)
    }
    let preferred = matching.filter { $0.owner == own.owner }
    let found = preferred.isEmpty ? matching : preferred
    if found.count > 1 { throw ambiguous(found.sorted()) }
    if let only = found.first { return only }
    return try key(in: view)
  }

  /// Nil where its app is there, or none is named.
  private func unknownApp(_ own: RequestKey, _ view: any EngineView) -> Refusal? {
    guard let app, view.core.app(AppKey(owner: own.owner, id: app)) == nil else { return nil }
    return Refusal(
      .notFound, field: "app", value: app,
      message:
        "there is no app '\(app)', so it has no '\(id)'; `rubatoctl app list` shows those that there are"
    )
  }

  /// The newest run of a request of this id that has ended for good.
  private func past(_ own: RequestKey, _ view: any EngineView) -> Run? {
    var query = RunQuery(owners: [own.owner], id: id, app: app, limit: 1)
    if let run = try? view.runs(query).first { return run }
    guard owner == nil && caller.isPrivileged else { return nil }
    query.owners = nil
    return try? view.runs(query).first
  }

  /// Of the owner's requests those with this id; where there is none and no owner was named, of all
  /// that the caller may manage.
  private func candidates(_ view: any EngineView, _ uid: UInt32) -> [RequestKey] {
    let keys = view.core.keys(named: id) + view.core.runs.map(\.key).filter { $0.id == id }
    let matching = Set(keys.filter { app == nil || $0.app == app }).sorted()
    let own = matching.filter { $0.owner == uid }
    return own.isEmpty && owner == nil && caller.isPrivileged ? matching : own
  }

  private func ambiguous(_ found: [RequestKey]) -> Refusal {
    let names = found.map { "\($0.id) of app \($0.app ?? "-"), uid \($0.owner)" }
    return Refusal(
      .ambiguous, field: "id", value: id,
      message: "several requests are called '\(id)' (\(names.joined(separator: "; ")));"
        + " select one with --app or --owner")
  }
}

extension Refusal {
  /// A request that has failed for good waits for nothing any more.
  fileprivate static func failed(_ key: RequestKey) -> Refusal {
    Refusal(
      .notFound, field: "id", value: key.id,
      message: "request '\(key.id)' has failed for good; `rubatoctl runs \(key.id)` shows its runs,"
        + " `rubatoctl retry \(key.id)` queues it again, `rubatoctl acknowledge \(key.id)` forgets it"
    )
  }

  /// A request that waits and runs no longer, by its newest run.
  fileprivate static func over(_ run: Run) -> Refusal {
    let outcome = run.ending.map { ": run \(run.id) \($0.outcome.rawValue) at \($0.at.text)" } ?? ""
    return Refusal(
      .notFound, field: "id", value: run.key.id,
      message: "request '\(run.key.id)' is no longer queued\(outcome);"
        + " `rubatoctl runs \(run.key.id)` shows its runs")
  }
}
