import Control
import Files
import Scheduling
import Store
import VarlinkServer

extension CallTable {
  /// Adds the methods for queued requests: `Submit`, `Cancel`, `Unquarantine`, `GetTaskFile`, `List` and `Explain`. In
  /// each `addChange`, the closure before `reply` makes the event of a call, and `reply` the reply after the commit.
  /// For `Submit`, another closure queries systemd before.
  mutating func addRequests() {
    addChange(Submit.self) { call, caller, engine, answer in
      // The stop timeout of a unit becomes the grace of its request.
      let units = call.units(for: caller)
      if units.isEmpty { answer(StopTimes()) } else { engine.stopTimes(ofUnits: units, answer) }
    } event: { call, caller, view, stopTimes, ticket throws(Refusal) in
      .submit(try Submission(call, caller, view, stopTimes), ticket)
    } reply: { call, _, view, answer throws(Refusal) in
      guard case .accepted(let acceptance) = answer, let explanation = acceptance.explanation
      else { throw .unexpected }
      return Submit.Reply(
        acceptance, explanation, warnings: view.warnings(of: acceptance),
        includesExplanation: call.explain == true)
    }
    addChange(Cancel.self) { call, caller, view, ticket throws(Refusal) in
      let key = try Selection(call, caller).keyToCancel(in: view)
      // A declared request would be submitted again when the task files are read next.
      try view.checkIsUndeclared(key)
      return .cancel(key, keepsRunning: call.keepRunning ?? false, ticket)
    } reply: { _, _, _, answer throws(Refusal) in
      Cancel.Reply(stoppingRun: answer.stoppingRun, failed: answer.failedIDs)
    }
    addChange(Unquarantine.self) { call, caller, view, ticket throws(Refusal) in
      .unquarantine(try Selection(call, caller).key(in: view), ticket)
    } reply: { _, _, _, _ throws(Refusal) in
      Unquarantine.Reply()
    }
    addRead(GetTaskFile.self) { call, caller, view throws(Refusal) in
      try GetTaskFile.Reply(try Selection(call, caller).key(in: view), caller, view)
    }
    addList()
    addExplain()
  }

  /// Adds `List`. It returns the selected requests and the running tasks of apps, the longest waiting first. Each is
  /// described in full or, if the call is brief, as a short row.
  private mutating func addList() {
    addRequestList(List.self) { call, caller, view throws(Refusal) in
      let selected = try SelectedRequests(
        id: call.id, app: call.app, owner: call.owner, allUsers: call.allUsers, caller, view)
      let isBrief = call.brief == true
      // One visit takes longer than one of `Status`, which visits more in a piece. A row has about 250 bytes, and a
      // whole request 1,400.
      let pace = ListPace(visitsPerPiece: 16, requestsPerReply: isBrief ? 96 : 16)
      return RequestList<Listed, List.Reply>(selected, pace) { request, view in
        let now = view.now
        return view.read { $0.outline(of: request.key, at: now) }.map { outline in
          Listed(outline, view.timerIsOn(of: request), isBrief: isBrief)
        }
      } summary: { view in
        let runCount = view.core.runs.count { selected.includes($0.key, id: call.id) }
        return { List.Reply($0, isBrief: isBrief, running: runCount) }
      }
    }
  }

  /// Adds `Explain`. It returns why each selected request runs or waits; if one is selected by its id, also its wait
  /// history and the best time for a refresh.
  private mutating func addExplain() {
    addRequestList(Explain.self) { call, caller, view throws(Refusal) in
      let selected = try SelectedRequests(
        id: call.id, app: call.app, owner: call.owner, allUsers: call.allUsers, caller, view)
      // An explanation has about 3,000 bytes.
      let pace = ListPace(requestsPerReply: 8)
      return RequestList<ExplanationInfo, Explain.Reply>(selected, pace) { request, view in
        let (key, now) = (request.key, view.now)
        return view.read { $0.explain(key, at: now) }.map { evaluated in
          var explanation = evaluated
          // The runs, the history and the best time take long, so they are only added if one request is selected.
          let isOnly = selected.only != nil
          let runs = isOnly ? view.newestRuns(of: request) : []
          explanation.addActivationWarning(runs)
          if let warning = view.wakeWarning(of: request) { explanation.warnings.append(warning) }
          let history = isOnly ? view.core.history(of: key, at: now) : nil
          let best = isOnly ? view.core.bestRefresh(key, at: now) : nil
          return ExplanationInfo(
            explanation, history: history, runs: runs.filter { $0.isOf(request) }, best: best,
            timerIsOn: view.timerIsOn(of: request),
            seesAll: caller.isPrivileged)
        }
      } summary: { _ in
        { Explain.Reply(explanations: $0) }
      }
    }
  }
}

extension EngineView {
  /// Returns the warnings about an accepted submission: those of the scheduler, and then those of the daemon.
  fileprivate func warnings(of acceptance: Acceptance) -> [Warning] {
    var warnings = acceptance.warnings
    warnings += ownWarnings(of: acceptance)
    if let warning = wakeWarning(of: acceptance.request) { warnings.append(warning) }
    return warnings
  }

  /// Returns the warning that `request` wakes the machine and nothing can wake it; `nil` if there is no such problem.
  fileprivate func wakeWarning(of request: Request) -> Warning? {
    request.terms.run.wakesMachine ? wakeProblem.map { .cannotWake($0) } : nil
  }

  /// Returns the newest runs with the name of `request`, newest first, also those of earlier requests of that name;
  /// empty if they cannot be read.
  fileprivate func newestRuns(of request: Request) -> [Run] {
    // As many as the history has changes, and more than the warning about an app needs.
    let most = max(WaitHistory.changesKept, Activation.runs + 1)
    return (try? runs(RunQuery(key: request.key, limit: most))) ?? []
  }
}

extension Run {
  /// Returns whether it is a run of `request`, and not of an earlier request of its name.
  fileprivate func isOf(_ request: Request) -> Bool {
    // A skipped window is recorded as a run, but none has begun.
    started.wall >= request.submitted && ending?.outcome != .skipped
  }
}

extension Explanation {
  /// Inserts a warning if each of the last runs of the app's task was completed almost as soon as it began.
  ///
  /// - Parameter runs: The newest runs of the task, of which one can be live.
  fileprivate mutating func addActivationWarning(_ runs: [Run]) {
    guard request.terms.command.isTask, let warning = Activation.warning(of: runs) else { return }
    warnings.insert(warning, at: 0)
  }
}

extension Answer {
  /// The run that is being stopped, if there is one.
  var stoppingRun: RunID? {
    if case .done(let run, _) = self { run } else { nil }
  }

  /// The ids of the requests that have failed with the cancelled one.
  fileprivate var failedIDs: [String] {
    if case .done(_, let failed) = self { failed.map(\.id) } else { [] }
  }
}

extension Refusal {
  /// The refusal for an answer of an unexpected kind.
  static let unexpected = Refusal(
    .unavailable, message: "unexpected internal answer; please report this")
}

extension GetTaskFile.Reply {
  /// Describes the request `key` as a task file, with its revision and its environment. Throws a refusal if the caller
  /// may not read the environment, or if the request cannot be changed.
  fileprivate init(
    _ key: RequestKey, _ caller: Caller, _ view: any EngineView
  ) throws(Refusal) {
    try caller.checkMayRead(key)
    guard let request = view.core.request(key) else { throw .unknown(key) }
    try request.checkMayBeChanged(during: view.core.run(of: key))
    self.init(
      id: key.id, app: key.app, owner: Int64(key.owner), revision: request.sequence,
      text: TaskText.yaml(
        request, zone: LocalZone(),
        groupWidth: GroupKey(of: request).flatMap { view.core.concurrency.givenWidth(of: $0) }),
      environment: request.terms.command.environment)
  }
}

extension Submit.Reply {
  /// Describes an accepted request: its state, the causes that hold it, its likely start and its warnings.
  ///
  /// - Parameter includesExplanation: Whether the whole explanation was requested.
  init(
    _ acceptance: Acceptance, _ explanation: Explanation, warnings: [Warning],
    includesExplanation: Bool
  ) {
    self.init(
      request: RequestInfo(explanation), replaced: acceptance.replaced,
      kept: acceptance.kept,
      // A running request has begun with this submission, unless it is an earlier one that was kept.
      startsNow: explanation.runsNow || (explanation.state == .running && !acceptance.kept),
      causes: explanation.reportedCauses.map { CauseInfo($0, seesAll: false) },
      likely: LikelyInfo(explanation),
      explanation: includesExplanation ? ExplanationInfo(explanation) : nil,
      warnings: warnings.map { WarningInfo($0) })
  }
}
