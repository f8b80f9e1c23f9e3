import Scheduling

extension Effect {
  /// The decision as comparable text: by run, key and reason; `nil` if the effect is no decision: changes, which
  /// follow from decisions, and news that another effect already contains.
  package var decision: String? {
    switch self {
    case .promise(.launch(let run, _)):
      let step = run.stepName.map { " step \($0)" } ?? ""
      return "launch \(run.name)\(step) budget \(run.budget.notation)"
    case .promise(.check(let check, _)): return "check \(check.key.name)"
    case .withdraw(.warn(let run, let reason)): return "warn \(run.name): \(reason.full)"
    case .withdraw(.kill(let run)): return "kill \(run.name): \(run.stopReason?.full ?? "ended")"
    case .withdraw(.killCheck(let check)):
      return "kill check \(check.key.name): \(check.killed?.full ?? "ended")"
    case .withdraw(.freeze(let run)): return "freeze \(run.name): \(run.stopReason?.full ?? "")"
    case .promise(.thaw(let run)): return "thaw \(run.name)"
    case .withdraw(.signal(let run, let number, let why)):
      return "signal \(run.name): \(number), \(why)"
    case .withdraw(.look): return "look"
    case .promise(.startUnit(let name, let report)): return "start \(name) for \(report.name)"
    case .promise(.tellOfFailure(let report, _)): return "tell of \(report.name)"
    case .promise(.launchApp(let process, _)): return "launch \(process.name)"
    case .promise(.deliver(let run)): return "hand over \(run.name)"
    case .promise(.suspendApp(let process)): return "suspend \(process.name)"
    case .promise(.resumeApp(let process)): return "resume \(process.name)"
    case .withdraw(.killApp(let process)): return "kill \(process.name)"
    case .promise(.answer(_, let answer)): return answer.decision
    case .promise(.announce(let notice)): return notice.decision
    case .change: return nil
    }
  }
}

extension [Effect] {
  package var decisions: [String] { compactMap(\.decision) }
}

extension Answer {
  fileprivate var decision: String {
    switch self {
    case .accepted(let acceptance):
      let name = acceptance.request.key.name
      let verb = acceptance.kept ? "keep" : acceptance.replaced ? "replace" : "accept"
      return "\(verb) \(name) as \(acceptance.request.sequence)"
    case .refused(let refusal):
      let what = ([refusal.field] + refusal.reasons).filter { !$0.isEmpty }
      return "refuse: \(([refusal.code.rawValue] + what).joined(separator: " "))"
    case .started(let run): return "answer: run \(run) started"
    case .attached(let process): return "answer: attached as \(process.name)"
    case .acknowledged(let count): return "answer: \(count) acknowledged"
    case .done(let run): return "answer: done" + (run.map { ", stopping run \($0)" } ?? "")
    }
  }
}

extension Notice {
  fileprivate var decision: String? {
    switch self {
    case .removed(let key, let reason): "remove \(key.name): \(reason.full)"
    case .ended(let run, let ending):
      "end \(run.name): \(ending.outcome.rawValue)"
        + (ending.stopReason.map { ", \($0.full)" } ?? "")
    case .overdue(let request): "report \(request.key.name) as overdue"
    case .accepted, .started, .warned, .killing, .frozen, .thawed, .device, .processEnded: nil
    }
  }
}

extension Run {
  /// The name, such as `run 17 of 1000/news/refresh`.
  fileprivate var name: String { "run \(id) of \(key.name)" }
}

extension FailureReport {
  /// The name of the run, or of a request that still waits.
  fileprivate var name: String { run?.name ?? key.name }
}

extension AppProcess {
  /// The name, such as `process 17 of 1000/news`.
  fileprivate var name: String { "process \(id) of \(app.owner)/\(app.id)" }
}

extension RequestKey {
  /// The owner, the app if there is one, and the identifier.
  package var name: String {
    (["\(owner)"] + [app, id].compactMap(\.self)).joined(separator: "/")
  }
}
