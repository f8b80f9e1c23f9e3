import Launch
import Scheduling
import Testing

@testable import Daemon

/// The signals that a run receives.
struct SignalTests {
  private let request: Request
  private let run: Run

  init() {
    request = Request(
      key: RequestKey(owner: 0, id: "backup"), sequence: 1,
      Terms(Command(arguments: ["/bin/backup"], signal: 2), kind: .utility),
      submitted: WallTime(seconds: 0), window: Window(opens: WallTime(seconds: 0)))
    run = Run(
      id: 7, of: request, budget: .seconds(3600), grace: .seconds(10),
      started: EngineClock.simulationStart, isForced: false)
  }

  /// A launcher stops an existing unit in its own way, whatever the signal is.
  @Test func onlyAWarningStopsTheRun() throws {
    let harness = try EngineHarness()
    let run = run
    _ = harness.look { engine in
      engine.carryOut(Effect.Immediate.signal(run, 10, why: "budgetEndsSoon"))
      engine.carryOut(Effect.Immediate.warn(run, .budget))
      return true
    }
    #expect(harness.launcher.next() == .notify(.run(7), 10))
    #expect(harness.launcher.next() == .signal(.run(7), "budget"))
  }

  @Test func systemdStopsTheUnitByTheSignalOfTheRequest() {
    #expect(LaunchOrder(run, request, socket: "/socket", notifier: "/notifier").signal == 2)
  }
}
