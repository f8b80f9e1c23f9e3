import Testing

@testable import BackgroundTasks

/// The completed runs that a daemon may send again.
@Suite struct CompletedRunsTests {
  @Test func aRunIsPassedOnAfterItsCompletion() {
    var runs = CompletedRuns()
    runs.add(7)
    #expect(runs.contains(7) && runs.passedOn.isEmpty)
    runs.notePassedOn(7)
    #expect(runs.passedOn == [7])
  }

  /// A daemon whose state was reset uses the number again.
  @Test func aForgottenRunStaysForgotten() {
    var runs = CompletedRuns()
    runs.add(7)
    runs.add(8)
    runs.forget([7])
    runs.notePassedOn(7)
    #expect(!runs.contains(7) && runs.contains(8) && runs.passedOn.isEmpty)
  }
}
