import Scheduling

/// The visible actions of a daemon in one seed, one line each: commits, commands, signals, answers, and from time to
/// time the explanation of every waiting request. Two schedulers with the same decisions produce the same lines,
/// whatever their implementation. It finds no violations.
///
/// The lines name no types or cases of this project, since these may be renamed.
final class Transcript: Checker {
  /// The number of steps between two explanations, which take longer than the steps.
  private static let stride = 200

  private let write: (String) -> Void
  private var steps = 0

  init(_ write: @escaping (String) -> Void) {
    self.write = write
  }

  private func write(_ life: Life, _ line: String) {
    write("\(life.now.wall.nanoseconds) \(line)")
  }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for change in changes { write(life, "commit \(change.line)") }
  }

  func failsToCommit(in life: Life) { write(life, "commit fails") }

  func launches(_ run: Run, _ request: Request, in life: Life) {
    write(life, "launch \(run.line) of \(request.line)")
  }

  func launches(_ process: AppProcess, in life: Life) {
    write(life, "launch process \(process.id) of \(process.app.id)")
  }

  func delivers(_ run: Run, in life: Life) { write(life, "hand over \(run.line)") }

  func signals(_ run: Run, _ number: Int32, to command: SimulatedCommand, in life: Life) {
    write(life, "signal \(number) to \(run.line)")
  }

  func kills(_ run: Run, _ command: SimulatedCommand, in life: Life) {
    write(life, "kill \(run.line)")
  }

  func freezes(_ run: Run, in life: Life) { write(life, "freeze \(run.line)") }
  func thaws(_ run: Run, in life: Life) { write(life, "thaw \(run.line)") }

  func answers(_ number: Int, _ answer: Answer, to event: Event?, in life: Life) {
    write(life, "answer \(number): \(answer.line)")
  }

  func starts(_ snapshot: Snapshot, _ found: [RunID: FoundRun], in life: Life) {
    write(life, "start: \(snapshot.requests.count) requests, \(snapshot.liveRuns.count) runs")
  }

  func stepped(_ core: Scheduler, in life: Life) {
    steps += 1
    guard steps % Self.stride == 0 else { return }
    for request in core.allRequests {
      let key = request.key
      if let explanation = core.explain(key, at: life.now) {
        write(life, "explain \(explanation.line)")
      }
      if let history = core.history(of: key, at: life.now) {
        write(life, "history \(key.line): \(history.line)")
      }
    }
  }
}

extension RequestKey {
  fileprivate var line: String { "\(owner)/\(app ?? "-")/\(id)" }
}

extension Duration {
  fileprivate var line: String { "\(nanoseconds)" }
}

extension Request {
  fileprivate var line: String {
    let window = "\(window.opens.nanoseconds)-\(window.latest?.nanoseconds ?? -1)"
    let counts =
      "\(progress.failures) \(progress.attempts) \(progress.postponements) \(progress.checkpoint.stepsDone) \(progress.checkpoint.crashes)"
    return "\(key.line) \(sequence) \(terms.kind.rawValue) \(window) \(counts)"
      + " \(progress.backoffUntil?.nanoseconds ?? -1) \(progress.lastSuccess?.nanoseconds ?? -1)"
  }
}

extension Run {
  fileprivate var line: String {
    "run \(id) \(key.line) \(sequence) step \(step) budget \(budget.line) grace \(grace.line)"
      + " \(phase.line)" + (deferralBeforeFreeze.map { " deferred \($0.full)" } ?? "")
  }
}

extension Run.Phase {
  fileprivate var line: String {
    switch self {
    case .launching: "launching"
    case .running: "running"
    case .deferring(let reason): "deferring \(reason.full)"
    case .frozen(let reason, let since): "frozen \(reason.full) \(since.nanoseconds)"
    case .expiring(let reason, let until): "expiring \(reason.full) \(until.nanoseconds)"
    case .killed(let reason): "killed \(reason.full)"
    case .ended(let ending):
      "ended \(ending.at.nanoseconds) \(ending.outcome.rawValue) \(ending.stopReason?.full ?? "")"
    }
  }
}

extension Answer {
  fileprivate var line: String {
    switch self {
    case .accepted(let acceptance):
      "accepted \(acceptance.request.line) \(acceptance.replaced) \(acceptance.kept)"
        + " \(acceptance.explanation?.line ?? "")"
    case .submitted(let outcomes): "submitted \(outcomes.count)"
    case .refused(let refusal): "refused \(refusal.code.rawValue) \(refusal.message)"
    case .started(let run): "started \(run)"
    case .attached(let process): "attached \(process.id)"
    case .acknowledged(let count): "acknowledged \(count)"
    case .done(let run, _): "done \(run ?? -1)"
    }
  }
}

extension Change {
  fileprivate var line: String {
    switch self {
    case .putRequest(let request): "request \(request.line)"
    case .removeRequest(let key): "no request \(key.line)"
    case .keepExecuted(let request): "executed \(request.line)"
    case .putApp(let app):
      "app \(app.key.owner)/\(app.key.id) \(app.refreshIsOn) \(app.lastRefreshed?.nanoseconds ?? -1)"
    case .removeApp(let key): "no app \(key.owner)/\(key.id)"
    case .putRun(let run): run.line
    case .putProcess(let process): "process \(process.id) \(process.app.id) \(process.stateName)"
    case .removeProcess(let id): "no process \(id)"
    case .device(let values, _, let at):
      "device \(at.nanoseconds) \(values.map(\.assignment).joined(separator: " "))"
    case .override: "hold"
    case .zone(let seconds): "zone \(seconds)"
    case .past(let entries): "past \(entries.count)"
    case .putFailureCommand(let command): "failure command \(command.number) \(command.key.line)"
    case .removeFailureCommand(let number): "no failure command \(number)"
    case .learn(let learned): "learned \(learned.name) \(Fingerprint(learned.bytes).text)"
    }
  }
}

extension Explanation {
  fileprivate var line: String {
    let causes = causes.map { cause in
      "\(cause.reason.rawValue) '\(cause.text)' '\(cause.fullText ?? "")' \(cause.since?.nanoseconds ?? -1)"
    }
    let rows = rows.map { "\($0.policy) \($0.rationale)" }
    return "\(request.line) \(state.rawValue) \(runsNow) \(progress) \(next?.nanoseconds ?? -1)"
      + " \(budget.line) \(grace.line) \(requestForecast?.threshold ?? -1)"
      + " \(requestForecast?.likely?.lowerBound.nanoseconds ?? -1)"
      + " [\(causes.joined(separator: ", "))] [\(rows.joined(separator: ", "))]"
  }
}

extension WaitHistory {
  fileprivate var line: String {
    let changes = changes.map { change in
      "\(change.at.nanoseconds) \(change.reasons.map(\.rawValue).joined(separator: " "))"
    }
    let costs = costs.map { "\($0.reason.rawValue) \($0.duration.line)" }
    return "\(changes.joined(separator: ", ")); \(costs.joined(separator: ", "))"
  }
}
