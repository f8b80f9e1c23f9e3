import Scheduling

extension Effect {
  /// The decision as text, which a recording keeps and a replay compares: by run, key and reason. `nil` if the effect
  /// is no decision: changes, which follow from decisions, and news that another effect already contains. The texts
  /// must not change, or older recordings differ.
  package var decision: String? {
    switch self {
    case .afterCommit(.launch(let run, _)):
      let step = run.stepName.map { " step \($0)" } ?? ""
      return "launch \(run.name)\(step) budget \(run.budget.notation)"
    case .afterCommit(.check(let check, _)): return "check \(check.key.nameWithOwner)"
    case .immediate(.warn(let run, let reason)): return "warn \(run.name): \(reason.full)"
    case .immediate(.kill(let run)): return "kill \(run.name): \(run.stopReason?.full ?? "ended")"
    case .immediate(.killCheck(let check)):
      return "kill check \(check.key.nameWithOwner): \(check.killed?.full ?? "ended")"
    case .immediate(.freeze(let run)): return "freeze \(run.name): \(run.stopReason?.full ?? "")"
    case .afterCommit(.thaw(let run)): return "thaw \(run.name)"
    case .immediate(.signal(let run, let number, let why)):
      return "signal \(run.name): \(number), \(why)"
    case .immediate(.poll): return "look"
    case .afterCommit(.startUnit(let name, let start)): return "start \(name) for \(start.name)"
    case .afterCommit(.runFailureCommand(let command, _)): return "tell of \(command.name)"
    case .afterCommit(.launchApp(let process, _)): return "launch \(process.name)"
    case .afterCommit(.deliver(let run)): return "hand over \(run.name)"
    case .afterCommit(.suspendApp(let process)): return "suspend \(process.name)"
    case .afterCommit(.resumeApp(let process)): return "resume \(process.name)"
    case .immediate(.killApp(let process)): return "kill \(process.name)"
    case .afterCommit(.answer(_, let answer)): return answer.decision
    case .afterCommit(.announce(let notice)): return notice.decision
    // It follows from decisions, and older recordings have none.
    case .change, .afterCommit(.notifyOwner): return nil
    }
  }
}

extension [Effect] {
  /// The texts of all decisions among the effects, in their order.
  package var decisions: [String] { compactMap(\.decision) }
}

extension Answer {
  /// The answer to a call as the text of a decision.
  fileprivate var decision: String {
    switch self {
    case .accepted(let acceptance):
      let name = acceptance.request.key.nameWithOwner
      let newVerb = acceptance.replaced ? "replace" : "accept"
      let verb = acceptance.kept ? "keep" : newVerb
      return "\(verb) \(name) as \(acceptance.request.sequence)"
    case .refused(let refusal):
      let details = ([refusal.field] + refusal.reasons).filter { !$0.isEmpty }
      return "refuse: \(([refusal.code.rawValue] + details).joined(separator: " "))"
    case .submitted(let outcomes):
      let accepted = outcomes.count { (try? $0.get()) != nil }
      return "answer: \(accepted) of \(outcomes.count) accepted"
    case .started(let run): return "answer: run \(run) started"
    case .attached(let process): return "answer: attached as \(process.name)"
    case .acknowledged(let count): return "answer: \(count) acknowledged"
    case .done(let run, _): return "answer: done" + (run.map { ", stopping run \($0)" } ?? "")
    }
  }
}

extension Notice {
  /// The notice as the text of a decision; `nil` if another effect already contains the decision.
  fileprivate var decision: String? {
    switch self {
    case .removed(let key, let reason): "remove \(key.nameWithOwner): \(reason.full)"
    case .ended(let run, let ending):
      "end \(run.name): \(ending.outcome.rawValue)"
        + (ending.stopReason.map { ", \($0.full)" } ?? "")
    case .overdue(let request): "report \(request.key.nameWithOwner) as overdue"
    case .accepted, .started, .warned, .killing, .frozen, .thawed, .device, .processEnded: nil
    }
  }
}

extension Run {
  /// The name, such as `run 17 of 1000/news/refresh`.
  fileprivate var name: String { "run \(id) of \(key.nameWithOwner)" }
}

extension FailureCommand {
  /// The name of the reported run, or of a request that still waits.
  fileprivate var name: String {
    end.map { "run \($0.run) of \(key.nameWithOwner)" } ?? key.nameWithOwner
  }
}

extension AppProcess {
  /// The name, such as `process 17 of 1000/news`.
  fileprivate var name: String { "process \(id) of \(app.owner)/\(app.id)" }
}

extension RequestKey {
  /// The name with its owner: `1000/backup`, `1000/com.example.mail/fetch`.
  package var nameWithOwner: String { "\(owner)/\(name)" }
}
