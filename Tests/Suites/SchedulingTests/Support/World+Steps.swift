@testable import Scheduling

extension World {
  /// Submits a task with this number of steps, named `step-1` and so on.
  mutating func submitSteps(
    _ id: String, _ count: Int, _ kind: Kind = .utility,
    _ change: (inout Submission) -> Void = { _ in }
  ) {
    submit(id, kind) { submission in
      submission.terms.command = Command(arguments: [])
      submission.terms.command.steps = (1...count).map {
        Step(name: "step-\($0)", arguments: ["/bin/step", String($0)])
      }
      change(&submission)
    }
  }

  /// The steps that were launched of `id`, by their arguments.
  func launchedSteps(_ id: String) -> [Int] {
    history.compactMap {
      guard case .afterCommit(.launch(let run, let request)) = $0.effect, run.key.id == id else {
        return nil
      }
      return Int(request.terms.command.arguments(ofStep: run.step).last ?? "")
    }
  }

  /// Lets time pass until `id` runs, for a day at most.
  mutating func passUntilRunning(_ id: String) {
    var minutes = 0
    while !isRunning(id), minutes < 1440 {
      pass(.minutes(1))
      minutes += 1
    }
  }

  func checkpoint(_ id: String) -> Checkpoint? {
    scheduler.request(key(id))?.progress.checkpoint
  }

  @discardableResult
  mutating func report(_ report: RunReport, from id: String) -> Answer? {
    guard let run = scheduler.run(of: key(id)) else { return nil }
    send(.report(run.id, report, ticket()))
    return answer
  }

  /// Ends the command of `id` by a signal that neither the daemon nor a user sent.
  mutating func crash(_ id: String) {
    finish(id, exit: nil, signal: 11)
  }
}
