import Launch
import Scheduling
import Synchronization
import Testing

@testable import Daemon

/// The units that requests name for their failures.
struct FailureUnitTests {
  @Test func aUnitThatIsNotStartedIsWarnedOf() throws {
    let harness = try EngineHarness()
    harness.launcher.unitError.withLock { $0 = .unavailable("Unit tell.service not found.") }
    harness.failTask { $0.onFailure = "tell.service" }
    #expect(harness.launcher.next() == .startUnit("tell.service"))
    harness.settle()
    let scope = try Scope.all()
    let warnings = harness.look { $0.failureWarnings(scope) }
    #expect(
      warnings == [
        "the service tell.service for failures of task was not started: Unit tell.service not found"
      ])
  }

  /// Otherwise, a crash of the daemon after the commit of the failure would lose it.
  @Test func aUnitIsStoredUntilItIsStarted() throws {
    let harness = try EngineHarness()
    harness.launcher.holdsUnitAnswers.withLock { $0 = true }
    harness.failTask { $0.onFailure = "tell.service" }
    #expect(harness.launcher.next() == .startUnit("tell.service"))
    harness.settle()
    #expect(try harness.store.failureCommands().map(\.unit) == ["tell.service"])
    let next = try EngineHarness(store: harness.store)
    #expect(next.launcher.next() == .startUnit("tell.service"))
    next.settle()
    #expect(try harness.store.failureCommands() == [])
  }

  /// The success of the command does not hide that the unit was not started.
  @Test func eachOfTwoReportsHasItsOwnResult() {
    let key = RequestKey(owner: 0, id: "task")
    var commands = FailureCommands()
    commands.recordStart(ofUnit: "tell.service", for: key, "not found")
    commands.recordResult(FailureCommand(number: 1, key: key, line: "mail"), nil)
    #expect(commands.troubles.map(\.why) == ["not found"])
    commands.recordStart(ofUnit: "tell.service", for: key, nil)
    #expect(commands.troubles.isEmpty)
  }
}
