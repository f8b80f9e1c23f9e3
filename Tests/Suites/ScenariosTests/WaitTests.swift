import Scheduling
import Simulation
import Studies
import Testing

@testable import Scenarios

/// The reasons of waiting tasks are read only when something may have changed. No reason is missed.
struct WaitTests {
  /// Returns the log of this number of tasks with two shared slots, on a device that does not change.
  private func log(tasks: Int) throws -> Log {
    let rows = (1...tasks).map {
      "  - {id: t\($0), kind: maintenance, every: 1h, arrives: start, work: {length: 5s}}"
    }
    let text = """
      name: many
      start: 2026-03-02T00:00
      end: 1d
      device:
        battery: none
        use: [{times: 20, between: 08:00 to 20:00}]
      tasks:
      \(rows.joined(separator: "\n"))
      """
    let subject = Subject(
      try Scenario(yaml: text, file: "many.yaml"), named: "many.yaml", Simulator.Options())
    return try subject.experiment(seed: 1).log(keeping: [.runs, .waits])
  }

  @Test func looksAndSpellsGrowWithTheTasks() throws {
    let (few, many) = (try log(tasks: 20), try log(tasks: 160))
    #expect(many.runs.count > 6 * few.runs.count)
    #expect(
      many.waitChecks < 10 * few.waitChecks, "\(few.waitChecks) looks became \(many.waitChecks)")
    #expect(
      many.waits.count < 10 * few.waits.count,
      "\(few.waits.count) spells became \(many.waits.count)")
  }

  /// The hours that all tasks waited for each reason.
  private func hours(_ waits: [WaitInterval]) -> [Reason: Double] {
    var hours: [Reason: Double] = [:]
    for wait in waits {
      let length = (wait.range.upperBound - wait.range.lowerBound).seconds / 3600
      for reason in wait.reasons { hours[reason, default: 0] += length }
    }
    return hours
  }

  @Test(arguments: [
    "cold-start", "desktop", "greedy-app", "laptop-asleep", "low-power", "new-charger-habit",
    "old-phone", "photos-on-cellular", "server", "traveller", "weekday",
  ])
  func whoeverLooksAtAllSeesTheSame(name: String) throws {
    let experiment = try Library.subject(name).experiment(seed: 3)
    let log = try experiment.log(keeping: .waits)
    let thorough = try experiment.log(
      of: { ThoroughScheduler(scheduler: experiment.scheduler(at: $0)) }, keeping: .waits)
    #expect(log.waitChecks < thorough.waitChecks)
    let (seen, known) = (hours(log.waits), hours(thorough.waits))
    let whole = known.values.reduce(0, +)
    for reason in Set(known.keys).union(seen.keys) {
      let (seen, known) = (seen[reason] ?? 0, known[reason] ?? 0)
      // The reason `price` lasts for only a moment, in which not every task is read.
      let error = (reason == .price ? 0.01 : 0.001) * whole
      #expect(abs(seen - known) <= error, "\(reason) for \(seen) h, not \(known) h")
    }
  }
}

/// A scheduler whose device may always have changed, so that it evaluates every request.
private struct ThoroughScheduler: SchedulerUnderTest {
  var scheduler: Scheduler
  private var count = 0

  init(scheduler: Scheduler) { self.scheduler = scheduler }

  mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    count += 1
    return scheduler.handle(event, at: now)
  }

  func nextDeadlines() -> NextDeadlines { scheduler.nextDeadlines() }

  func waits(of keys: [RequestKey], at now: Instant) -> [Waiting?] {
    scheduler.waits(of: keys, at: now)
  }

  var judgedDevice: DeviceView? {
    var device = DeviceState()
    device.battery = count % 101
    return DeviceView(device, settings: scheduler.settings)
  }
}
