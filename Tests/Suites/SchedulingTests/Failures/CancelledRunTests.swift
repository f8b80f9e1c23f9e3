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
    let reports = world.history.compactMap { entry -> FailureReport? in
      if case .afterCommit(.runFailureCommand(let report, _)) = entry.effect { report } else { nil }
    }
    #expect(reports.map(\.isFinal) == (reportsEachFailure ? [false] : []))
    #expect(world.scheduler.failedRequests.isEmpty)
  }
}
