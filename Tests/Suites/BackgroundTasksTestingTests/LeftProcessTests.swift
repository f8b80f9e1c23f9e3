import BackgroundTasks
import Scheduling
import Testing

@testable import BackgroundTasksTesting

/// Processes whose users have left them.
@Suite struct LeftProcessTests {
  /// The scheduler has delivered another task after the last one was completed, but the order was not carried out yet.
  @Test func endsBehindWhatIsOnItsWayToIt() async throws {
    let app = FeedApp.app { task in
      nonisolated(unsafe) let task = task
      Task {
        if task.identifier == FeedApp.clean {
          try await Bench.current.clock.sleep(for: .seconds(5))
        }
        task.setTaskCompleted(success: true)
      }
    }
    try await withBench(app, BenchOptions(life: .still)) { bench in
      await bench.open()
      await bench.set(.inUse(false))
      try FeedApp.submitClean()
      FeedApp.submit(after: 3600)
      await bench.advance(by: .seconds(1))
      await bench.leave()
      try bench.change { state in
        let clean = try #require(state.world.live.first)
        let refresh = state.world.key(FeedApp.refresh)
        _ = try state.world.ask { .runNow(refresh, .forceReally, $0) }
        state.complete(clean.id, success: true)
        state.endLeftProcesses()
        #expect(state.processes.numbers.count == 1)
      }
      await bench.advance(by: .seconds(60))
      #expect(bench.runs.map(\.outcome) == [.completed, .completed])
      bench.change { #expect($0.processes.numbers.isEmpty) }
    }
  }
}
