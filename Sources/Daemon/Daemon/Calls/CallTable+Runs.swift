import Control
import Launch
import Scheduling
import Store
import VarlinkServer

extension CallTable {
  /// Adds the methods that read, watch or await runs (`Runs`, `Logs`, `Watch`, `Wait`), start runs (`RunNow`) or stop
  /// runs (`Expire`, `Stop`). In each `addChange`, the first closure makes the event of a call, and `reply` the reply
  /// after the commit.
  mutating func addRuns() {
    addWalk(Runs.self) { call, caller, view throws(Refusal) in
      let query = try runQuery(call, caller, view)
      // No runs are a valid answer only if the request exists.
      if let id = call.id, try view.runs(query.newest).isEmpty {
        try checkRequestExists(id, call, caller, view)
      }
      // For the rest of each live run's budget.
      let now = view.now.awake
      return PageWalk(query) { runs in
        Runs.Reply(runs: runs.map { RunInfo($0, withReport: call.run != nil, now: now) })
      }
    }
    addAnsweringRead(Logs.self, requiresMore: true) { call, input, caller, engine throws(Refusal) in
      let reader = OutputReader(
        call, of: caller.uid, try wantedOutput(input, caller, engine),
        refusalIfNoRun: .noRun(of: input))
      engine.readers.outputs.add(reader, engine)
    }
    addAnsweringRead(Watch.self, requiresMore: true) {
      call, input, caller, engine throws(Refusal) in
      engine.readers.watchers.add(
        call, try Scope(caller, owner: nil, allUsers: input.allUsers), engine: engine)
    }
    addAnsweringRead(Wait.self) { call, input, caller, engine throws(Refusal) in
      try answerWait(input, call, caller, engine)
    }
    addChange(RunNow.self) { call, caller, view, ticket throws(Refusal) in
      let selection = Selection(call, caller)
      let key = try selection.key(in: view)
      let mode = try manualMode(of: call, caller)
      // A start with `ifReady` overrides nothing, so a pause holds it.
      if mode != .ifReady { try caller.checkMayOverridePauses(of: key, view) }
      return .runNow(key, mode, ticket)
    } reply: { _, _, _, answer throws(Refusal) in
      guard case .started(let run) = answer else { throw .unexpected }
      return RunNow.Reply(run: run)
    }
    addChange(Expire.self) { call, caller, view, ticket throws(Refusal) in
      let selection = Selection(call, caller)
      // The run is stopped as if its budget were used up.
      return .stop(try selection.key(in: view), .budgetByHand, ticket)
    } reply: { _, _, _, answer throws(Refusal) in
      guard let run = answer.stoppingRun else { throw .unexpected }
      return Expire.Reply(run: run)
    }
    addChange(Stop.self) { call, caller, view, ticket throws(Refusal) in
      let selection = Selection(call, caller)
      return .stop(try selection.key(in: view), try stopReason(call.reason), ticket)
    } reply: { _, _, _, answer throws(Refusal) in
      guard let run = answer.stoppingRun else { throw .unexpected }
      return Stop.Reply(run: run)
    }
  }
}

/// Returns the mode of a manual start; `ifReady` if the call has none. Throws a refusal if it is unknown, or
/// `forceReally` without privilege.
private func manualMode(of call: RunNow, _ caller: Caller) throws(Refusal) -> RunMode {
  guard let text = call.mode else { return .ifReady }
  guard let mode = RunMode(rawValue: text) else {
    throw Refusal(
      field: "mode", value: text,
      allowed: RunMode.allCases.map(\.rawValue).joined(separator: ", "))
  }
  if mode == .forceReally { try caller.requirePrivilege(to: "override absolute vetoes") }
  return mode
}

extension Caller {
  /// Throws a refusal if another user has paused the request: only a privileged caller can override such a pause with a
  /// manual start. Does nothing if there is no such request.
  func checkMayOverridePauses(of key: RequestKey, _ view: any EngineView) throws(Refusal) {
    guard !isPrivileged, let terms = view.core.request(key)?.terms,
      let pause = view.core.pauses.first(where: { pause in
        pause.scope.covers(key, terms.kind, group: terms.group) && !pause.mayBePassed(by: uid)
      })
    else { return }
    throw Refusal(
      .notPermitted, field: "uid", value: String(uid),
      message: "\(key.id) is \(pause.text); \(Self.administratorsOnly(to: "override the pause"))")
  }
}

/// Returns the reason of a manual stop, with the caller's word if there is one. Throws a refusal unless the word has 1
/// to 64 ASCII letters, digits, `-` or `_`.
private func stopReason(_ text: String?) throws(Refusal) -> StopReason {
  guard let text else { return .byHand(nil) }
  let isWord = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
  guard !text.isEmpty, text.utf8.count <= 64, isWord else {
    throw Refusal(
      field: "reason", value: String(text.prefix(80)),
      allowed: "a word of at most 64 letters, digits, - and _")
  }
  return .byHand(text)
}

/// Returns the query for the runs that the call requests, at most a thousand. An id selects the same request as in
/// other calls. Throws a refusal if the caller may not see the runs, or if the id is ambiguous.
func runQuery(
  _ call: Runs, _ caller: Caller, _ view: any EngineView
) throws(Refusal) -> RunQuery {
  let scope = try Scope(caller, owner: call.owner, allUsers: call.allUsers)
  // Without owners, the query is for runs of all users.
  var query = RunQuery(
    owners: scope.owner.map { [$0] }, id: call.id, app: call.app, run: call.run)
  if call.run != nil {
    // A privileged caller that names no owner can name a run of any user by its number.
    if call.owner == nil && caller.isPrivileged { query.owners = nil }
  } else if let id = call.id, scope.owner != nil {
    // The id can select a request of another user. With `allUsers`, it selects the runs of all users instead.
    let selection = Selection(id: id, app: call.app, owner: call.owner, caller: caller)
    query.owners = [try selection.owner(in: view)]
  }
  query.before = call.before
  query.limit = try Submission.whole(call.limit ?? 50, field: "limit", in: 1...1000)
  return query
}

/// Throws a refusal if no request has the `id`. Called if the request has no runs, which is no error of a request that
/// has not run yet.
func checkRequestExists(
  _ id: String, _ call: Runs, _ caller: Caller, _ view: any EngineView
) throws(Refusal) {
  do throws(Refusal) {
    _ = try Selection(id: id, app: call.app, owner: call.owner, caller: caller).key(in: view)
  } catch {
    // An id that several requests have is known.
    guard error.code == .ambiguous else { throw error }
  }
}
