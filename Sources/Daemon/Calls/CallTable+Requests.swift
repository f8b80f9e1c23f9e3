import Control
import Scheduling
import VarlinkServer

extension CallTable {
  mutating func addRequests() {
    change(Submit.self) { call, caller, engine, ticket throws(Refusal) in
      .submit(try Submission(call, caller, engine), ticket)
    } reply: { _, _, _, answer throws(Refusal) in
      guard case .accepted(let acceptance) = answer, let explanation = acceptance.explanation
      else { throw .unexpected }
      return Submit.Reply(acceptance, explanation)
    }
    change(Cancel.self) { call, caller, engine, ticket throws(Refusal) in
      let key = try Selection(call, caller).key(in: engine)
      try engine.checkIsUndeclared(key)
      return .cancel(key, keepsRunning: call.keepRunning ?? false, ticket)
    } reply: { _, _, _, answer throws(Refusal) in
      Cancel.Reply(stoppingRun: answer.stopping)
    }
    change(Unquarantine.self) { call, caller, engine, ticket throws(Refusal) in
      .unquarantine(try Selection(call, caller).key(in: engine), ticket)
    } reply: { _, _, _, _ throws(Refusal) in
      Unquarantine.Reply()
    }
    look(List.self) { call, caller, engine throws(Refusal) in
      let scope = try Scope(caller, owner: call.owner, allUsers: call.allUsers)
      let found = try explanations(engine, scope, id: call.id, app: call.app, caller, call.owner)
      return List.Reply(
        requests: found.map { RequestInfo($0, timerIsOn: engine.timerIsOn(of: $0.request)) },
        running: Int64(engine.core.runs.count { isMeant($0.key, call, scope) }))
    }
    look(Explain.self) { call, caller, engine throws(Refusal) in
      let scope = try Scope(caller, owner: call.owner, allUsers: call.allUsers)
      let found = try explanations(engine, scope, id: call.id, app: call.app, caller, call.owner)
      let now = engine.now
      return Explain.Reply(
        explanations: found.map { explanation in
          let key = explanation.request.key
          let history = call.id == nil ? nil : engine.core.history(of: key, at: now)
          let best = call.id == nil ? nil : engine.core.bestRefresh(key, at: now)
          return ExplanationInfo(
            explanation, history: history, best: best,
            timerIsOn: engine.timerIsOn(of: explanation.request), seesAll: caller.isPrivileged)
        })
    }
  }
}

/// The explanations of the one request of `id`, or of all in the scope, most starved first.
private func explanations(
  _ engine: Engine, _ scope: Scope, id: String?, app: String?, _ caller: Caller, _ owner: Int64?
) throws(Refusal) -> [Explanation] {
  let now = engine.now
  if let id {
    let key = try Selection(id: id, app: app, owner: owner, caller: caller).key(in: engine)
    // A run whose request was cancelled has nothing to explain.
    return engine.core.explain(key, at: now).map { [$0] } ?? []
  }
  return engine.core.allRequests.filter { scope.sees($0.key) && (app == nil || $0.key.app == app) }
    .sorted { $0.isMoreStarved(than: $1, at: now.wall) }
    .compactMap { engine.core.explain($0.key, at: now) }
}

extension Request {
  /// Whether it has waited longer than `other`: past its latest date before others, then by the share
  /// of its window that has passed, without a latest date of a week.
  fileprivate func isMoreStarved(than other: Request, at now: WallTime) -> Bool {
    let (own, others) = (hunger(at: now), other.hunger(at: now))
    return own == others ? sequence < other.sequence : own > others
  }

  private func hunger(at now: WallTime) -> Double {
    window.progress(at: now) ?? (now - window.opens).seconds / Duration.days(7).seconds
  }
}

extension Answer {
  /// The run that is being stopped, if there is one.
  var stopping: RunID? {
    if case .done(let run) = self { run } else { nil }
  }
}

extension Refusal {
  /// An answer that does not belong to the question.
  static let unexpected = Refusal(
    .unavailable, message: "rubatod answered something unexpected; please report this")
}

extension Submit.Reply {
  init(_ acceptance: Acceptance, _ explanation: Explanation) {
    self.init(
      request: RequestInfo(explanation), replaced: acceptance.replaced,
      kept: acceptance.kept, explanation: ExplanationInfo(explanation),
      warnings: acceptance.warnings.map { WarningInfo(code: $0.code.rawValue, text: $0.text) })
  }
}

/// Whether a call asks for what has this key.
private func isMeant(_ key: RequestKey, _ call: List, _ scope: Scope) -> Bool {
  scope.sees(key) && (call.id ?? key.id) == key.id && (call.app ?? key.app) == key.app
}
