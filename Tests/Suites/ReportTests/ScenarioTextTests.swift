import Scheduling
import Simulation
import Studies
import Testing

@testable import Report

struct ScenarioTextTests {
  /// A transfer of ten minutes on battery, whose runs have six, in a zone an hour ahead of UTC.
  private func report() throws -> ScenarioReport {
    let start = WallTime(seconds: 1_767_567_600)
    let steps: [TimelineStep] = [
      TimelineStep(at: start, happening: .zone(secondsFromUTC: 3600)),
      TimelineStep(
        at: start, happening: .device([.power(.battery), .battery(80), .network(.wifi)])),
    ]
    var terms = TaskTerms(kind: .userInitiated)
    terms.asked.budget = .minutes(6)
    var work = ModelWork(length: .fixed(.minutes(10)))
    work.checkpoint = .every(.minutes(1))
    work.drainPerHour = 12
    let task = ModelTask(id: "transfer", terms: terms, arrival: .start, work: work)
    let experiment = Experiment(
      timeline: Timeline(steps: steps, apps: [], starts: start, ends: start + .hours(2)),
      workload: Workload(tasks: [task]), settings: Settings(), seed: 7)
    return ScenarioReport(
      "transfer.yaml", experiment, try experiment.log(keeping: [.runs, .waits]))
  }

  @Test func tellsWhatWasLivedThroughAndWhyRunsWereStopped() throws {
    let text = ScenarioText.lines(try report(), on: .sample())
    #expect(text[0] == "transfer.yaml: 2 h from 2026-01-05 00:00, apps: 0, seed 7.")
    #expect(text.contains("transfer  was stopped: budget used up 1"))
    #expect(text.allSatisfy { $0.count <= 80 })
  }

  @Test func tellsWhatWasNeverHandedIn() throws {
    let start = WallTime(seconds: 1_767_567_600)
    let task = ModelTask(
      app: 0, id: "refresh", terms: TaskTerms(kind: .refresh), arrival: .firstOpen,
      work: ModelWork(length: .fixed(.seconds(5))))
    let experiment = Experiment(
      timeline: Timeline(steps: [], apps: ["news"], starts: start, ends: start + .hours(2)),
      workload: Workload(tasks: [task]), settings: Settings(), seed: 1)
    let text = ScenarioText.lines(
      ScenarioReport("news.yaml", experiment, try experiment.log()), on: .sample())
    #expect(text.last?.hasPrefix("news/refresh was never submitted") == true)
  }

  /// Ten minutes at twelve percent per hour.
  @Test func tellsWhatWasTakenFromTheBattery() throws {
    let report = try report()
    let percent = try #require(report.tasks.first).batteryPercent
    #expect(abs(percent - 2) < 0.01)
    let text = ScenarioText.lines(report, on: .sample())
    #expect(text.contains { $0.hasPrefix("taken from the battery  2.00") })
  }
}
