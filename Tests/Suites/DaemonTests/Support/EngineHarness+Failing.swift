import Launch
import Scheduling
import Testing

@testable import Daemon

extension EngineHarness {
  /// Submits the request `task`, whose only run has the number 1, and lets that run fail.
  ///
  /// - Parameter report: Sets the command or the unit for its failure.
  func failTask(
    _ command: Command = Command(arguments: ["/bin/true"]), exit code: Int32 = 1,
    _ report: (inout RunTerms) -> Void
  ) {
    var submission = Submission(owner: 1000, id: "task", kind: .userInitiated, command: command)
    submission.terms.retries = 0
    report(&submission.terms.run)
    let made = submission
    _ = call { .submit(made, $0) }
    #expect(launcher.next() == .launch(.run(1)))
    engine.post(.runStarted(1))
    engine.post(.runEnded(1, ProcessExit(exit: code)))
  }
}
