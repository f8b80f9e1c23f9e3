import Scheduling
import Testing

@testable import Simulation

/// The beginning of worlds.
struct BeginningTests {
  private let start = WallTime(seconds: 1_772_409_600)

  private func log(_ tasks: [ModelTask], _ steps: [TimelineStep]) throws -> Log {
    let timeline = Timeline(steps: steps, apps: ["news"], starts: start, ends: start + .hours(6))
    return try Experiment(
      timeline: timeline, workload: Workload(tasks: tasks), settings: Settings(), seed: 1
    ).log()
  }

  private func task(_ id: String, _ kind: Kind, app: Int?, _ arrival: ModelTask.Arrival)
    -> ModelTask
  {
    ModelTask(
      app: app, id: id, terms: TaskTerms(kind: kind), arrival: arrival,
      work: ModelWork(length: .fixed(.seconds(5))))
  }

  @Test func theDeviceIsKnownBeforeAnythingIsHandedIn() throws {
    let log = try log(
      [task("trim", .maintenance, app: nil, .start)],
      [TimelineStep(at: start, happening: .device([.power(.battery), .battery(90)]))])
    // Unknown power would have been mains.
    #expect(log.runs.isEmpty)
    #expect(log.arrivals == [0: start])
  }

  @Test func theFirstOpenHandsInWhatWaitsForItThoughAnotherTaskOfTheAppCameBefore() throws {
    let log = try log(
      [
        task("library", .processing, app: 0, .daily(after: .zero)),
        task("refresh", .refresh, app: 0, .firstOpen),
      ],
      [
        TimelineStep(at: start, happening: .device([.power(.ac)])),
        TimelineStep(at: start + .hours(1), happening: .opened(0)),
        TimelineStep(at: start + .hours(2), happening: .opened(0)),
      ])
    #expect(log.arrivals[1] == start + .hours(1))
  }
}
