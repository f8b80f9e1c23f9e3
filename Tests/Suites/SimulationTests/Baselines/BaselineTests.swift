import Scheduling
import Testing

@testable import Simulation
@testable import Studies

struct BaselineTests {
  /// A device with one piece of work a day, and what one of the baselines makes of it.
  private func runs(
    of kind: BaselineKind, _ timeline: Timeline, _ change: (inout ModelTask) -> Void = { _ in }
  ) throws -> [RunRecord] {
    var workload = UsualWorkload().workload(apps: 0)
    change(&workload.tasks[0])
    let experiment = Experiment(
      timeline: timeline, workload: workload, settings: Settings(), seed: 1)
    return try Array(experiment.log(of: kind, refreshesPerDay: 24).runs)
  }

  private func timeline(
    _ steps: [(hours: Double, happening: TimelineStep.TimelineEvent)], days: Double = 2
  )
    -> Timeline
  {
    let starts = WallTime(seconds: Int64(monday))
    return Timeline(
      steps: steps.map {
        TimelineStep(at: starts + .seconds($0.hours * 3600), happening: $0.happening)
      },
      apps: [], starts: starts, ends: starts + .seconds(days * 86400))
  }

  private let powered: TimelineStep.TimelineEvent = .device([
    .power(.ac), .battery(80), .idle(true),
  ])
  private let unplugged: TimelineStep.TimelineEvent = .device([
    .power(.battery), .battery(80), .idle(true),
  ])

  // MARK: Fixed hours

  @Test func cronStartsAtItsHourWhateverTheDevice() throws {
    let runs = try runs(of: .cron, timeline([(0, unplugged)]))
    #expect(runs.map(\.startedHours) == [3, 27])
    #expect(runs.allSatisfy { $0.isSuccess && $0.exposure.onBattery == .minutes(5) })
  }

  @Test func cronMissesWhatFallsIntoASleep() throws {
    let asleep = timeline([
      (0, powered), (2, .sleep(until: WallTime(seconds: Int64(monday) + 4 * 3600))),
    ])
    #expect(try runs(of: .cron, asleep).map(\.startedHours) == [27])
  }

  @Test func aTimerIsSkippedWithoutPowerAndMadeUpForAfterASleep() throws {
    let late = timeline([(0, unplugged), (4, powered)])
    #expect(try runs(of: .timer, late).map(\.startedHours) == [27])
    let asleep = timeline([
      (0, powered), (2, .sleep(until: WallTime(seconds: Int64(monday) + 4 * 3600))),
    ])
    #expect(try runs(of: .timer, asleep).map(\.startedHours) == [4, 27])
  }

  @Test func aTimerLooksAtThePowerThatItWakesTo() throws {
    let asleep = timeline([
      (0, powered), (2, .sleep(until: WallTime(seconds: Int64(monday) + 4 * 3600))),
      (3.5, unplugged), (6, powered),
    ])
    #expect(try runs(of: .timer, asleep).map(\.startedHours) == [27])
  }

  @Test func fixedHoursFollowTheUsersClocks() throws {
    let east = timeline([(0, powered), (0, .zone(secondsFromUTC: 2 * 3600))], days: 1)
    #expect(try runs(of: .cron, east).map(\.startedHours) == [1])
  }

  // MARK: Conditions

  @Test func androidWaitsForStablePowerAndALongIdleness() throws {
    let steps = timeline([
      (0, .device([.power(.battery), .idle(false)])), (1, .device([.idle(true)])),
      (1.1, .device([.power(.ac)])),
    ])
    // Idle for 31 minutes, powered for 25.
    let first = try #require(try runs(of: .android, steps).first)
    #expect(abs(first.startedHours - (1 + 31.0 / 60)) < 0.001)
  }

  @Test func androidStopsAJobAtOnceAndGoesOnLater() throws {
    let steps = timeline(
      [
        (0, powered), (0.55, unplugged), (1, powered),
      ], days: 0.5)
    let runs = try runs(of: .android, steps)
    #expect(runs.map(\.ending.outcome) == [.expired, .completed])
    #expect(runs.first?.ending.stopReason == .gate(.power))
    #expect(runs.last.map { abs($0.startedHours - (1 + 10.0 / 60)) < 0.001 } == true)
  }

  @Test func pastItsLatestDateAnAndroidJobRunsWithoutItsConstraints() throws {
    let runs = try runs(of: .android, timeline([(0, unplugged)])) {
      $0.arrival = .start
      $0.terms.latest = .hours(7)
    }
    // Doze has its next window after an hour, one of one hour and one of two.
    #expect(runs.first.map { $0.startedHours >= 7 && $0.isSuccess } == true)
  }

  @Test func aPeriodicAndroidJobAlwaysNeedsItsConstraints() throws {
    let runs = try runs(of: .android, timeline([(0, unplugged), (30, powered)])) {
      $0.arrival = .start
      $0.terms.asked.every = .days(1)
      $0.terms.latest = .hours(7)
    }
    #expect(try #require(runs.first).startedHours > 30)
  }

  // MARK: The future

  @Test func theOracleTakesTheLongestSpell() throws {
    let steps = timeline(
      [
        (0, unplugged), (1, powered), (1.05, unplugged), (5, powered), (6, unplugged),
        (8, powered), (8.5, unplugged),
      ], days: 0.9)
    let runs = try runs(of: .oracle, steps)
    #expect(runs.map(\.startedHours) == [5] && runs.allSatisfy(\.isSuccess))
  }

  @Test func theOracleRefreshesJustBeforeAnOpen() throws {
    let trace = try Story.fortnight().trace
    let experiment = Simulator.experiment(trace, Simulator.Options())
    let log = try experiment.log(of: .oracle, refreshesPerDay: 48)
    let figures = Figures(log, in: experiment)
    for app in ["news", "mail", "chat"] {
      let task = figures[TaskName(app: app, id: "refresh", kind: "refresh")]
      #expect(task.ageAtOpen.count >= 12)
      #expect(try #require(task.ageAtOpen.most) < 30_000)
    }
  }

  @Test func refreshesOfAllKeepToTheirNumber() throws {
    let trace = try Story.fortnight().trace
    let experiment = Simulator.experiment(trace, Simulator.Options())
    for kind in BaselineKind.allCases {
      let log = try experiment.log(of: kind, refreshesPerDay: 12)
      let refreshes = log.runs.count { $0.kind == .refresh }
      #expect(refreshes > 14 && refreshes <= 12 * 14 + 3, "\(kind): \(refreshes)")
      #expect(log.refusals == [])
    }
  }

  // MARK: All

  @Test(arguments: BaselineKind.allCases)
  func aRunThatDoesNotStopIsKilledWhenItsBudgetAndGraceAreOver(kind: BaselineKind) throws {
    let runs = try runs(of: kind, timeline([(0, powered)], days: 1)) {
      $0.terms.asked.budget = .minutes(2)
      $0.work.answer = .ignores
    }
    let first = try #require(runs.first)
    #expect(first.ending.wasKilled && first.ending.stopReason == .budget)
    #expect(first.ending.at - first.started == .minutes(2) + .milliseconds(500))
    // An hour later a second run continues with the same piece.
    #expect(runs.allSatisfy { $0.piece == 1 })
  }

  @Test(arguments: BaselineKind.allCases)
  func periodicWorkComesBack(kind: BaselineKind) throws {
    let runs = try runs(of: kind, timeline([(0, powered)], days: 10)) {
      $0.arrival = .start
      $0.terms.asked.every = .days(1)
      $0.terms.latest = .hours(20)
    }
    #expect(runs.count(where: \.isSuccess) >= 9)
    #expect(Set(runs.map(\.piece)).count == runs.count)
  }

  @Test func everybodyHasTheSameWork() throws {
    let steps = timeline([(0, powered)], days: 5)
    let lengths = try BaselineKind.allCases.map { kind in
      try runs(of: kind, steps) { $0.work.length = .uniform(.minutes(1)...(.minutes(5))) }
        .map(\.saved)
    }
    #expect(lengths[0].count >= 5)
    #expect(lengths.allSatisfy { $0.prefix(4) == lengths[0].prefix(4) })
  }
}
