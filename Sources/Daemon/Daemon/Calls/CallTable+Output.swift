import Control
import Scheduling
import Store
import VarlinkServer

// Long calls: followed output, and waits for the end of a run.

/// Returns the output that the call requests: of the run with the number `run`, or of the runs of the request `id`.
/// Throws a refusal if the call names neither, if it combines `run` with `since` or `after`, or if the request is
/// unknown.
func wantedOutput(
  _ call: Logs, _ caller: Caller, _ view: any EngineView
) throws(Refusal) -> WantedOutput {
  guard call.run != nil || call.id != nil else { throw .unnamed }
  let runsOfCall = Runs(id: call.id, app: call.app, owner: call.owner, run: call.run)
  var wanted = WantedOutput(
    query: try runQuery(runsOfCall, caller, view), follows: call.follow == true,
    since: try parseSince(call.since), after: call.after, offset: max(0, call.offset ?? 0))
  let selectsRunsOfRequest = call.since != nil || call.after != nil
  if call.run != nil, selectsRunsOfRequest {
    throw Refusal(
      .invalid, field: "run",
      message: "since and after select runs of a request; leave them out, or give the id of the"
        + " request instead of a run")
  }
  // A run with a number is read alone: no request is followed.
  guard let id = call.id, call.run == nil else { return wanted }
  if !wanted.follows {
    // The refusal depends on whether the request is unknown or has not run yet.
    if try view.runs(wanted.query.newest).isEmpty {
      // Throws another refusal if the id is unknown.
      try checkRequestExists(id, runsOfCall, caller, view)
      throw .withoutRun(id)
    }
    return wanted
  }
  let selection = Selection(id: id, app: call.app, owner: call.owner, caller: caller)
  do throws(Refusal) {
    // A request that waits or runs is followed, also if it has not run yet.
    let key = try selection.key(in: view)
    wanted.followed = key
    wanted.query = RunQuery(key: key)
  } catch {
    // An ended request cannot be followed, but its recorded runs are read.
    guard error.code == .notFound, try !view.runs(wanted.query.newest).isEmpty else { throw error }
  }
  return wanted
}

/// Returns the time from which output is requested; `nil` if there is no limit. Throws a refusal if it is not in RFC
/// 3339.
private func parseSince(_ text: String?) throws(Refusal) -> WallTime? {
  guard let text else { return nil }
  guard let time = UniversalTime.parse(text) else {
    throw Refusal(field: "since", value: text, allowed: "RFC 3339 (2026-03-02T18:00:00Z)")
  }
  return time
}

/// Answers a `Wait` call. A call with a run's number is answered after the end of that run. A call with an id is
/// answered after the end of the request's next run with a number above `after`. Replies immediately if that run has
/// already ended, also if the request no longer exists.
func answerWait(
  _ input: Wait, _ call: ServerCall, _ caller: Caller, _ engine: Engine
) throws(Refusal) {
  if let number = input.run {
    let run = try recordedRun(number, owner: input.owner, caller, engine)
    guard run.ending == nil else { return call.reply(Wait.Reply(run: RunInfo(run))) }
    return engine.readers.waiters.add(call, for: run.id, engine)
  }
  guard let id = input.id else { throw .unnamed }
  let key: RequestKey
  do throws(Refusal) {
    key = try Selection(id: id, app: input.app, owner: input.owner, caller: caller).key(in: engine)
  } catch {
    // The request no longer exists, so all its runs have ended, and the next one above `after` is the answer.
    guard error.code == .notFound, let after = input.after else { throw error }
    let runs = Runs(id: id, app: input.app, owner: input.owner)
    let newest = try engine.runs(runQuery(runs, caller, engine).newest).first
    guard let newest, newest.id > after else { throw error }
    // Without a final run, the request was removed while it waited again after its newest run.
    let run = try oldestFinalRun(of: newest.key, after: after, engine) ?? newest
    return call.reply(Wait.Reply(run: RunInfo(run)))
  }
  if let after = input.after, let run = try oldestFinalRun(of: key, after: after, engine) {
    return call.reply(Wait.Reply(run: RunInfo(run)))
  }
  // Answered at the end of a later run, or when the request is removed.
  engine.readers.waiters.add(call, for: key, after: input.after ?? 0, engine)
}

/// Returns the oldest run of the request with a number above `after` that has ended and after which the request does
/// not wait again; `nil` if there is none. Searches only the newest runs, as many as are read in about a millisecond.
private func oldestFinalRun(
  of key: RequestKey, after: RunID, _ view: any EngineView
) throws(Refusal) -> Run? {
  let runs = try view.runs(RunQuery(key: key, limit: 16))
  // The list begins with the newest run.
  return runs.last { run in
    run.id > after && run.ending.map { !$0.requeuesRequest } ?? false
  }
}

/// Returns the run with this number. Throws a refusal if it does not exist or the caller may not see it.
private func recordedRun(
  _ number: RunID, owner: Int64?, _ caller: Caller, _ view: any EngineView
) throws(Refusal) -> Run {
  let found = try view.runs(runQuery(Runs(owner: owner, run: number), caller, view).newest).first
  // The same refusal as for the output of the run.
  guard let found else { throw .noRun(of: Logs(run: number)) }
  return found
}

extension Refusal {
  fileprivate static let unnamed = Refusal(
    .invalid, field: "id", message: "give a request's id or a run's number")

  /// Returns the refusal of a call for the output of a request that has not run.
  fileprivate static func withoutRun(_ id: String) -> Refusal {
    Refusal(
      .notFound, field: "id", value: id,
      message: "'\(id)' has not run yet; `rubatoctl explain \(id)` shows why it waits")
  }

  /// Returns the refusal of a call for output that names an unknown run, or a request without a run in the selected
  /// time.
  static func noRun(of call: Logs) -> Refusal {
    let missing = call.run.map { "run \($0)" } ?? "run of '\(call.id ?? "")'"
    let since = call.since.map { " since \($0)" } ?? ""
    return Refusal(
      .notFound, field: call.run == nil ? "id" : "run",
      value: call.run.map { String($0) } ?? call.id ?? "",
      message: "\(missing)\(since) not found; `rubatoctl runs` shows recent runs")
  }
}
