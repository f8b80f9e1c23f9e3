import Descriptors
import Launch
import Scheduling
import Synchronization
import Testing

@testable import Daemon

/// Failure commands at a stop of the daemon.
struct FailureStopTests {
  /// The end of the daemon would end a command that is its child.
  @Test func aStopWaitsForFailureCommands() throws {
    let harness = try EngineHarness()
    harness.failTask { $0.onFailureCommand = "true" }
    #expect(harness.launcher.next() == .launch(.failureCommand(1)))
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
}
