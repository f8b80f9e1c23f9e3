import Glibc
import Launch
import Scheduling
import Testing

@testable import Daemon

/// The runs that a daemon looks for after a restart.
struct RecoverableRunTests {
  private let key = RequestKey(owner: geteuid(), id: "backup")

  private func request(_ sequence: Int64, unit: String? = nil) -> Request {
    var command = Command(arguments: unit == nil ? ["/bin/backup"] : [])
    command.unit = unit
    return Request(
      key: key, sequence: sequence, Terms(command, kind: .utility),
      submitted: WallTime(seconds: 0), window: Window(opens: WallTime(seconds: 0)))
  }

  /// Returns the description of the live run of `executed`.
  private func recoverable(
    _ executed: Request, change: (inout Snapshot) -> Void
  ) throws -> RecoverableRun {
    var snapshot = Snapshot()
    snapshot.liveRuns = [
      Run(
        id: 7, of: executed, budget: .seconds(3600), grace: .seconds(10),
        started: EngineClock.simulationStart, isForced: false)
    ]
    change(&snapshot)
    #expect(snapshot.recoverableRuns.count == 1)
    return try #require(snapshot.recoverableRuns.first)
  }

  /// The new request starts a unit, but the unit of the run is its own.
  @Test func aReplacedCommandIsNoUnit() throws {
    let old = request(1)
    let run = try recoverable(old) { snapshot in
      snapshot.requests = [request(2, unit: "backup.service")]
      snapshot.executed = [old]
    }
    #expect(run == RecoverableRun(run: 7))
  }

  @Test func aReplacedOrCancelledUnitStaysThatOfTheRun() throws {
    let old = request(1, unit: "backup.service")
    for requests in [[request(2)], []] {
      let run = try recoverable(old) { snapshot in
        snapshot.requests = requests
        snapshot.executed = [old]
      }
      #expect(run.unit == "backup.service")
    }
  }

  @Test func aQueuedRequestNamesTheUnitOfItsRun() throws {
    let queued = request(1, unit: "backup.service")
    let run = try recoverable(queued) { $0.requests = [queued] }
    #expect(run.unit == "backup.service")
  }
}
