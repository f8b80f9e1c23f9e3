import Descriptors
import Launch
import Scheduling
import Synchronization
import Testing

@testable import Daemon

/// Failure commands at a stop of the daemon, and after it.
struct FailureStopTests {
  private let key = RequestKey(owner: 1000, id: "task")

  /// Submits a request whose only run fails, and returns when its failure command is launched.
  private func launchFailureCommand(_ harness: EngineHarness) {
    let command = Command(
      arguments: ["/bin/true"], environment: ["PLACE": "here"], umask: 0o077)
    harness.failTask(command, exit: 3) { $0.onFailureCommand = "true" }
    #expect(harness.launcher.next() == .launch(.failureCommand(1)))
  }

  /// The end of the daemon would end a command that is its child.
  @Test func aStopWaitsForFailureCommands() throws {
    let harness = try EngineHarness()
    launchFailureCommand(harness)
    let engine = harness.engine
    let ends = Mutex(0)
    engine.loop.sync { engine.drain { ends.withLock { $0 += 1 } } }
    func settledEnds() -> Int {
      harness.settle()
      engine.loop.sync {}
      return ends.withLock(\.self)
    }
    #expect(settledEnds() == 0)
    engine.loop.sync { engine.handle(.failed(.failureCommand(1), message: "gone")) }
    #expect(settledEnds() == 1)
  }

  @Test func aCommandThatWasNotStartedIsRunByTheNextDaemon() throws {
    let store = FullableStore()
    let first = try EngineHarness(store: store)
    launchFailureCommand(first)
    // The failure was final, so it is reported also after its request is gone.
    let keys = [key]
    _ = first.call { .acknowledge(keys, $0) }
    // As after a crash of the first one.
    let second = try EngineHarness(store: store)
    #expect(second.launcher.next() == .launch(.failureCommand(1)))
    let environments = [first, second].compactMap {
      $0.launcher.environments.withLock { $0[.failureCommand(1)] }
    }
    #expect(environments.count == 2 && environments.first == environments.last)
    #expect(environments.first?["PLACE"] == "here")
    #expect(environments.first?["RUBATO_FAILED_EXIT"] == "3")
    second.engine.loop.sync {
      second.engine.handle(.started(.failureCommand(1), pid: 1))
    }
    second.settle()
    let third = try EngineHarness(store: store)
    third.settle()
    #expect(third.launcher.isEmpty)
  }

  @Test(arguments: [true, false])
  func aCommandThatCannotBeStartedIsNotTriedAgain(isFailed: Bool) throws {
    let harness = try EngineHarness()
    launchFailureCommand(harness)
    // Otherwise it is killed at its time limit, as if systemd had not answered before.
    var processExit = ProcessExit(signal: 9)
    processExit.launchFailure = isFailed ? "gone" : nil
    let made = processExit
    harness.engine.act { $0.noteEnd(ofFailureCommand: 1, made) }
    harness.settle()
    #expect(try harness.store.failureCommands().isEmpty == isFailed)
  }

  private func keep(_ commands: [FailureCommand], in store: FullableStore) throws {
    try store.commit(
      commands.map { .putFailureCommand($0) }, at: EngineClock.simulationStart, bootID: "test")
  }

  /// Such as one that ends the daemon before the commit of its start.
  @Test func aCommandThatManyDaemonsDidNotStartIsDropped() throws {
    let store = FullableStore()
    var command = FailureCommand(number: 1, key: key, line: "true")
    command.restarts = 4
    try keep([command], in: store)
    let fifth = try EngineHarness(store: store)
    #expect(fifth.launcher.next() == .launch(.failureCommand(1)))
    let sixth = try EngineHarness(store: store)
    sixth.settle()
    #expect(sixth.launcher.isEmpty)
    #expect(try store.failureCommands() == [])
  }

  @Test func onlySoManyStoredCommandsOfOneUserAreRun() throws {
    let store = FullableStore()
    let commands = (1...1006 as ClosedRange<Int64>).map {
      FailureCommand(number: $0, key: key, line: "true")
    }
    try keep(commands, in: store)
    let harness = try EngineHarness(store: store)
    for number in 1...4 as ClosedRange<Int64> {
      #expect(harness.launcher.next() == .launch(.failureCommand(number)))
    }
    harness.settle()
    // Four run, and a thousand wait.
    #expect(try store.failureCommands().map(\.number) == commands.prefix(1004).map(\.number))
  }
}
