import Testing

@testable import Scheduling

/// A request that is cancelled during its run has not failed.
struct CancelledRunTests {
  @Test(arguments: [true, false])
  func noFailureIsReported(reportsEachFailure: Bool) {
    var world = World()
    world.submit("kept") {
      $0.terms.run.onFailureCommand = "report"
      $0.terms.run.reportsEachFailure = reportsEachFailure
    }
    world.cancel("kept", keepsRunning: true)
    world.finish("kept", exit: 3)
    let commands = world.history.compactMap { entry -> FailureCommand? in
      guard case .afterCommit(.runFailureCommand(let command, _)) = entry.effect else { return nil }
      return command
    }
    #expect(commands.map(\.isFinal) == (reportsEachFailure ? [false] : []))
    #expect(world.scheduler.failedRequests.isEmpty)
  }
}
