import Scheduling
import Stepping
import Store
import Testing

// Failure commands, which the store keeps until they were started.
extension StepperTests {
  /// Starts a stepper with the run 1 of `a`, which has no retries.
  private func beginWithRun() throws -> Stepper {
    let stepper = try begin()
    var work = submission("a")
    work.terms.retries = 0
    work.terms.run.onFailureCommand = "mail"
    let made = work
    put(stepper) { .submit(made, $0) }
    stepper.step([], outside)
    return stepper
  }

  /// Lets the run fail.
  private func fail(_ stepper: Stepper) {
    stepper.inbox.put(.event(.runEnded(1, ProcessExit(exit: 1))))
    stepper.step([], outside)
  }

  @Test func aFailureCommandIsStoredWithItsFailure() throws {
    let stepper = try beginWithRun()
    store.failures = 1
    fail(stepper)
    #expect(try store.failureCommands() == [])
    #expect(outside.take() == ["launch a"])
    later(stepper)
    #expect(outside.take() == ["report a"])
    let command = try #require(try store.failureCommands().first)
    #expect(command.line == "mail" && command.isFinal && command.end?.exit == 1)
  }

  /// Otherwise, the start of the command would not remove it from the store, and the next daemon would run it again.
  @Test func theCommandThatRunsIsTheStoredOne() throws {
    let stepper = try beginWithRun()
    fail(stepper)
    #expect(outside.failureCommands == (try store.failureCommands()))
    #expect(outside.failureCommands.map(\.number) == [1])
  }

  @Test func theNextDaemonRunsAFailureCommandUntilItIsRemoved() throws {
    fail(try beginWithRun())
    #expect(outside.take() == ["launch a", "report a"])
    for _ in 0..<2 {
      _ = try begin()
      #expect(outside.take() == ["report a again"])
    }
    let last = try begin()
    let commands = try store.failureCommands()
    #expect(commands.map(\.restarts) == [3])
    let numbers = commands.map(\.number)
    for number in numbers { last.removeFailureCommand(number) }
    // A removal that cannot be written is written later.
    store.failures = 1
    last.step([], outside)
    #expect(try store.failureCommands().map(\.number) == numbers)
    later(last)
    #expect(try store.failureCommands() == [])
  }

  /// The command could end the daemon before any later commit, and each daemon after it.
  @Test func aStoredFailureCommandRunsAfterTheCommitThatCountsTheRestart() throws {
    fail(try beginWithRun())
    _ = outside.take()
    store.failures = 1
    let next = try begin()
    #expect(outside.take() == [])
    later(next)
    #expect(outside.take() == ["report a again"])
    #expect(try store.failureCommands().map(\.restarts) == [1])
    later(next)
    #expect(outside.take() == [])
  }

  @Test func theLastCommitRemovesStartedFailureCommands() throws {
    let stepper = try beginWithRun()
    fail(stepper)
    for command in try store.failureCommands() { stepper.removeFailureCommand(command.number) }
    stepper.recordPast(at: outside.now)
    #expect(try store.failureCommands() == [])
  }
}
