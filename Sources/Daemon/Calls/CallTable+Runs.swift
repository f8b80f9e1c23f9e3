import Control
import Launch
import Scheduling
import Store
import VarlinkServer

extension CallTable {
  mutating func addRuns() {
    walk(Runs.self) { call, caller, view throws(Refusal) in
      let query = try query(call, caller)
      if let id = call.id, try view.runs(query.newest).isEmpty {
        try checkThatThereIs(id, call, caller, view)
      }
      return RunWalk(query) { found in
        Runs.Reply(runs: found.map { RunInfo($0, withReport: call.run != nil) })
      }
    }
    later(Logs.self, requiresMore: true) { call, input, caller, engine throws(Refusal) in
      let run = try run(of: input, caller, engine)
      call.stream(try LogPieces(run, engine))
    }
    later(Watch.self, requiresMore: true) { call, input, caller, engine throws(Refusal) in
      engine.watchers.add(
        call, try Scope(caller, owner: nil, allUsers: input.allUsers), engine: engine)
    }
    later(Wait.self) { call, input, caller, engine throws(Refusal) in
      try wait(input, call, caller, engine)
    }
    change(RunNow.self) { call, caller, view, ticket throws(Refusal) in
      let selection = Selection(call, caller)
      return .runNow(try selection.key(in: view), try mode(call, caller), ticket)
    } reply: { _, _, _, answer throws(Refusal) in
      guard case .started(let run) = answer else { throw .unexpected }
      return RunNow.Reply(run: run)
    }
    change(Expire.self) { call, caller, view, ticket throws(Refusal) in
      let selection = Selection(call, caller)
      return .stop(try selection.key(in: view), .budgetByHand, ticket)
    } reply: { _, _, _, answer throws(Refusal) in
      guard let run = answer.stopping else { throw .unexpected }
      return Expire.Reply(run: run)
    }
    change(Stop.self) { call, caller, view, ticket throws(Refusal) in
      let selection = Selection(call, caller)
      return .stop(try selection.key(in: view), try stopReason(call.reason), ticket)
    } reply: { _, _, _, answer throws(Refusal) in
      guard let run = answer.stopping else { throw .unexpected }
      return Stop.Reply(run: run)
    }
  }
}

private func wait(
  _ input: Wait, _ call: ServerCall, _ caller: Caller, _ engine: Engine
) throws(Refusal) {
  guard let number = input.run else {
    guard let id = input.id else { throw .unnamed }
    let selection = Selection(id: id, app: input.app, owner: input.owner, caller: caller)
    return engine.waiters.add(call, for: try selection.key(in: engine))
  }
  let run = try run(of: Logs(run: number, owner: input.owner), caller, engine)
  if run.ending == nil {
    engine.waiters.add(call, for: run.id)
  } else {
    call.reply(Wait.Reply(run: RunInfo(run)))
  }
}

private func mode(_ call: RunNow, _ caller: Caller) throws(Refusal) -> RunMode {
  guard let text = call.mode else { return .ifReady }
  guard let mode = RunMode(rawValue: text) else {
    throw Refusal(
      field: "mode", value: text,
      allowed: RunMode.allCases.map(\.rawValue).joined(separator: ", "))
  }
  if mode == .forceReally { try caller.requirePrivilege(to: "override absolute vetoes") }
  return mode
}

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

/// The runs that a call asks for, at most a thousand.
private func query(_ call: Runs, _ caller: Caller) throws(Refusal) -> RunQuery {
  let scope = try Scope(caller, owner: call.owner, allUsers: call.allUsers)
  var query = RunQuery(
    owners: scope.owner.map { [$0] }, id: call.id, app: call.app, run: call.run)
  if call.run != nil && call.owner == nil && caller.isPrivileged { query.owners = nil }
  query.limit = try Submission.whole(call.limit ?? 50, field: "limit", in: 1...1000)
  return query
}

/// A request that has not run yet has no runs; an id that nobody knows is a mistake.
private func checkThatThereIs(
  _ id: String, _ call: Runs, _ caller: Caller, _ view: any EngineView
) throws(Refusal) {
  do throws(Refusal) {
    _ = try Selection(id: id, app: call.app, owner: call.owner, caller: caller).key(in: view)
  } catch {
    guard error.code == .ambiguous else { throw error }
  }
}

/// The run whose output is asked for: by number, or the newest of a request.
private func run(of call: Logs, _ caller: Caller, _ view: any EngineView) throws(Refusal) -> Run {
  guard call.run != nil || call.id != nil else { throw .unnamed }
  let request = Runs(id: call.id, app: call.app, owner: call.owner, run: call.run)
  if let run = try view.runs(query(request, caller).newest).first { return run }
  let named = call.run.map { "run \($0)" } ?? "run of '\(call.id ?? "")'"
  throw Refusal(
    .notFound, field: call.run == nil ? "id" : "run",
    value: call.run.map { String($0) } ?? call.id ?? "",
    message: "there is no \(named); `rubatoctl runs` shows recent runs")
}

extension Refusal {
  fileprivate static let unnamed = Refusal(
    .invalid, field: "id", message: "give a request's id or a run's number")
}

/// A run's kept output, in pieces that fit a reply.
private struct LogPieces: Sendable {
  /// Bytes of output in one piece; JSON may make six of one.
  private static let pieceBytes = 64 * 1024

  var pieces: [Logs.Reply] = []

  init(_ run: Run, _ view: any EngineView) throws(Refusal) {
    var offset: Int64 = 0
    var isTruncated = false
    while true {
      // A task has written to the output of its process.
      let piece = try view.output(
        of: run.launched, from: offset, limitBytes: Self.pieceBytes)
      isTruncated = isTruncated || (offset == 0 && piece.start > 0)
      guard !piece.bytes.isEmpty || pieces.isEmpty else { break }
      pieces.append(
        Logs.Reply(
          run: run.id, text: String(decoding: piece.bytes, as: UTF8.self), truncated: isTruncated))
      offset = piece.start + Int64(piece.bytes.count)
      if offset >= piece.end { break }
    }
  }
}

extension ServerCall {
  fileprivate func stream(_ log: LogPieces) {
    guard let last = log.pieces.last else { return fail(.unexpected) }
    replyAll(log.pieces.dropLast(), last: last)
  }
}
