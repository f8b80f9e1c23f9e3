import Scheduling
import Testing

@testable import Simulation
@testable import Studies

/// Windows' maintenance, and timers with a random delay.
struct FixedHourTests {
  private func runs(
    of kind: BaselineKind, _ steps: [(hours: Double, values: [DeviceValue])], days: Double = 2,
    asleepUntil waking: Double? = nil, seed: UInt64 = 1,
    _ change: (inout ModelTask) -> Void = { _ in }
  ) throws -> [RunRecord] {
    let starts = WallTime(seconds: Int64(monday))
    var all = steps.map {
      TimelineStep(at: starts + .seconds($0.hours * 3600), happening: .device($0.values))
    }
    if let waking {
      let end = starts + .seconds(waking * 3600)
      all.append(TimelineStep(at: starts + .hours(1), happening: .sleep(until: end)))
    }
    let timeline = Timeline(
      steps: all, apps: [], starts: starts, ends: starts + .seconds(days * 86400))
    var workload = UsualWorkload().workload(apps: 0)
    change(&workload.tasks[0])
    let experiment = Experiment(
      timeline: timeline, workload: workload, settings: Settings(), seed: seed)
    return try Array(experiment.log(of: kind, refreshesPerDay: 24).runs)
  }

  private let fit: [DeviceValue] = [.power(.ac), .battery(80), .idle(true)]

  // MARK: Windows

  @Test func maintenanceBeginsAtItsHour() throws {
    #expect(try runs(of: .windows, [(0, fit)]).map(\.startedHours) == [2, 26])
  }

  @Test func maintenanceWaitsForTheNextIdleness() throws {
    let steps: [(Double, [DeviceValue])] = [(0, fit), (1, [.idle(false)]), (9.5, [.idle(true)])]
    #expect(try runs(of: .windows, steps, days: 1).map(\.startedHours) == [9.5])
    let unplugged: [(Double, [DeviceValue])] = [
      (0, fit), (1, [.power(.battery)]), (5, [.power(.ac)]),
    ]
    #expect(try runs(of: .windows, unplugged, days: 1).map(\.startedHours) == [5])
  }

  @Test func aReturningUserSuspendsMaintenance() throws {
    let steps: [(Double, [DeviceValue])] = [
      (0, fit), (2.05, [.idle(false)]), (3, [.idle(true)]),
    ]
    let runs = try runs(of: .windows, steps, days: 1)
    #expect(runs.map(\.startedHours) == [2, 3])
    #expect(runs.first?.ending.stopReason == .gate(.userActive))
    #expect(runs.last?.isSuccess == true)
  }

  @Test func anHourADayIsTheLimitUntilTheDeadline() throws {
    let runs = try runs(of: .windows, [(0, fit)]) {
      $0.arrival = .start
      $0.terms.asked.budget = .hours(4)
      $0.terms.latest = .hours(20)
      $0.work.length = .fixed(.hours(3))
    }
    #expect(runs.map(\.startedHours) == [2, 20])
    let (first, second) = (try #require(runs.first), try #require(runs.last))
    #expect(first.ending.stopReason == .budget && !first.isSuccess)
    #expect(abs(first.ending.at.hours - 3) < 0.01)
    // Emergency maintenance has no such limit.
    #expect(second.isSuccess && second.ending.at.hours > 21.5)
  }

  @Test func emergencyMaintenanceAlsoWaitsForIdleness() throws {
    let steps: [(Double, [DeviceValue])] = [
      (0, fit), (1, [.idle(false)]), (22, [.idle(true)]),
    ]
    let runs = try runs(of: .windows, steps) {
      $0.arrival = .start
      $0.terms.latest = .hours(20)
    }
    #expect(runs.map(\.startedHours) == [22])
  }

  /// The machine is in use at two o'clock. Work that arrives before maintenance begins is due in it.
  @Test func missedMaintenanceBeginsWithAllDueWork() throws {
    let steps: [(Double, [DeviceValue])] = [
      (0, fit), (1, [.idle(false)]), (9.5, [.idle(true)]), (10, [.idle(false)]),
      (12, [.idle(true)]),
    ]
    func starts(hour: Int) throws -> [Double] {
      try runs(of: .windows, steps) { $0.arrival = .daily(after: .hours(hour)) }
        .map(\.startedHours)
    }
    #expect(try starts(hour: 9) == [9.5])
    // Maintenance has begun at half past nine.
    #expect(try starts(hour: 11) == [26])
  }

  @Test func maintenanceMissedInASleepBeginsAfterIt() throws {
    let runs = try runs(of: .windows, [(0, fit)], days: 1, asleepUntil: 8) {
      $0.arrival = .daily(after: .hours(5))
    }
    #expect(runs.map(\.startedHours) == [8])
  }

  @Test func workThatMayWakeTheMachineRunsAtNight() throws {
    let starts = try [false, true].map { wakes in
      try runs(of: .windows, [(0, fit)], days: 1, asleepUntil: 8) {
        $0.terms.asked.run.wakesMachine = wakes
      }.map(\.startedHours)
    }
    #expect(starts == [[8], [2]])
    let onBattery: [(Double, [DeviceValue])] = [(0, [.power(.battery), .idle(true)])]
    let unplugged = try runs(of: .windows, onBattery, days: 1, asleepUntil: 8) {
      $0.terms.asked.run.wakesMachine = true
    }
    #expect(unplugged.isEmpty)
  }

  // MARK: Timers

  @Test func aRandomDelayIsWithinItsBounds() throws {
    let starts = try runs(of: .delayedTimer, [(0, fit)], days: 20).map(\.startedHours)
    let delays = starts.enumerated().map { $1 - Double($0 * 24 + 3) }
    #expect(delays.count == 20)
    #expect(delays.allSatisfy { (0...1).contains($0) })
    let sorted = delays.sorted()
    #expect(sorted[2] < 0.4 && sorted[17] > 0.6)
  }

  @Test func theSeedDeterminesTheDelay() throws {
    let starts = try [1, 1, 2].map { seed in
      try runs(of: .delayedTimer, [(0, fit)], days: 5, seed: seed).map(\.startedHours)
    }
    #expect(starts[0] == starts[1] && starts[0] != starts[2])
  }
}
