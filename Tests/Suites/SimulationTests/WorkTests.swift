import Scheduling
import Testing

@testable import Simulation

/// The model of work: items, checkpoints, steps, answers to expiration, and the effects of a world on it.
struct WorkTests {
  private static let start = WallTime(seconds: Int64(monday))

  private func experiment(
    _ task: ModelTask, hours: Int = 6, apps: [String] = ["photos"], seed: UInt64 = 1,
    _ steps: [TimelineStep] = []
  ) -> Experiment {
    let first = TimelineStep(
      at: Self.start,
      happening: .device([.power(.ac), .network(.wifi), .idle(true), .screen(isOn: false)]))
    let timeline = Timeline(
      steps: [first] + steps, apps: apps, starts: Self.start, ends: Self.start + .hours(hours))
    return Experiment(
      timeline: timeline, workload: Workload(tasks: [task]), settings: Settings(), seed: seed)
  }

  /// Fifty photos as a refresh of an app that its user opens at the beginning.
  private func photos(
    on network: Network, _ change: (inout ModelWork) -> Void = { _ in }
  ) throws -> [RunRecord] {
    var work = ModelWork(length: .fixed(.zero))
    work.items = ModelWork.Items(
      count: 50, each: .milliseconds(800), eachOnCellular: .milliseconds(1200))
    change(&work)
    let task = ModelTask(
      app: 0, id: "upload", terms: TaskTerms(kind: .refresh), arrival: .firstOpen, work: work)
    let steps = [
      TimelineStep(at: Self.start, happening: .device([.network(network)])),
      TimelineStep(at: Self.start + .seconds(1), happening: .opened(0)),
      TimelineStep(at: Self.start + .seconds(60), happening: .closed(0)),
    ]
    return try Array(experiment(task, hours: 48, steps).log().runs)
  }

  @Test(arguments: [Network.wifi, .cellular])
  func fiftyPhotosWithoutCheckpointsAreNeverDone(network: Network) throws {
    let runs = try photos(on: network)
    #expect(runs.count > 1)
    #expect(runs.allSatisfy { !$0.isDone && $0.ending.stopReason == .budget && $0.items == 0 })
    #expect(runs.allSatisfy { $0.saved == .zero && $0.lost > .seconds(30) })
  }

  @Test(arguments: [
    (Network.wifi, 0, [37, 13]), (.cellular, 0, [25, 25]), (.wifi, 8, [27, 23]),
    (.cellular, 8, [18, 18, 14]),
  ])
  func withCheckpointsTheyAreDoneInAFewRuns(
    network: Network, coldStart: Int, items: [Int]
  ) throws {
    let runs = try photos(on: network) {
      $0.checkpoint = .items
      $0.coldStart = .seconds(coldStart)
    }
    #expect(runs.map(\.items) == items)
    #expect(runs.map(\.isDone) == items.indices.map { $0 == items.count - 1 })
    #expect(runs.map(\.piece) == items.map { _ in 1 })
  }

  private func processing(_ work: ModelWork) -> ModelTask {
    var terms = TaskTerms(kind: .processing)
    terms.asked.budget = .minutes(4)
    return ModelTask(id: "index", terms: terms, arrival: .start, work: work)
  }

  @Test func aRunThatIgnoresItsWarningIsKilledAtTheEndOfItsGrace() throws {
    var work = ModelWork(length: .fixed(.minutes(60)))
    work.answer = .ignores
    work.checkpoint = .every(.minutes(1))
    let run = try #require(try experiment(processing(work)).log().runs.first)
    #expect(run.ending.outcome == .killed)
    #expect(run.ending.at - run.started == .milliseconds(240_500))
    #expect(run.saved == .minutes(4) && run.lost == .milliseconds(500))
  }

  @Test func stepsThatWereCompletedAreNotDoneAgain() throws {
    var work = ModelWork(length: .fixed(.zero))
    work.steps = [.seconds(3), .seconds(3), .seconds(3)]
    var task = processing(work)
    task.terms.asked.budget = .seconds(4)
    let runs = try experiment(task, hours: 24).log().runs
    #expect(runs.map(\.isDone) == [false, false, true])
    #expect(runs.map(\.saved) == [.seconds(3), .seconds(3), .seconds(3)])
    #expect(runs.map(\.lost) == [.milliseconds(1100), .milliseconds(1100), .zero])
  }

  @Test func aMachineThatFallsAsleepWaitsForARunThatIsToldToStop() throws {
    var work = ModelWork(length: .fixed(.minutes(3)))
    work.answer = .stops(after: .milliseconds(300))
    let asleep = Self.start + .minutes(1)
    let waking = Self.start + .hours(2)
    let steps = [TimelineStep(at: asleep, happening: .sleep(until: waking))]
    let runs = try experiment(processing(work), steps).log().runs
    #expect(runs.first?.ending.stopReason == .gate(.sleep))
    #expect(runs.first?.ending.at == asleep + .milliseconds(300))
    #expect(runs.last?.isDone == true && runs.last.map { $0.started >= waking } == true)
  }

  @Test func whatGoesOnInItsSleepStandsStillAndWakesToWhatHasChanged() throws {
    // The run is not asked to stop for a sleep, since the user waits for it.
    var task = processing(ModelWork(length: .fixed(.minutes(3))))
    task.terms = TaskTerms(kind: .userInitiated)
    let asleep = Self.start + .minutes(1)
    let waking = Self.start + .hours(2)
    let steps = [
      TimelineStep(at: asleep, happening: .sleep(until: waking)),
      TimelineStep(at: asleep + .minutes(1), happening: .device([.network(.cellular)])),
    ]
    let run = try #require(try experiment(task, steps).log().runs.first)
    #expect(run.isDone && run.ending.at == waking + .minutes(2))
    #expect(run.exposure.onCellular == .minutes(2))
  }

  /// A refresh takes 5 to 55 s, and thirty are allowed: a refresh that was too slow once can be fast enough later.
  @Test func whatKeepsNothingTakesAnotherTimeWhenItIsTriedAgain() throws {
    let work = ModelWork(length: .uniform(.seconds(5) ... .seconds(55)))
    let task = ModelTask(
      app: 0, id: "refresh", terms: TaskTerms(kind: .refresh), arrival: .firstOpen,
      resubmits: .minutes(15), work: work)
    let steps = [
      TimelineStep(at: Self.start, happening: .opened(0)),
      TimelineStep(at: Self.start + .seconds(60), happening: .closed(0)),
    ]
    let runs = try experiment(task, hours: 72, steps).log().runs
    let cut = runs.indices.filter { runs[$0].ending.stopReason == .budget }
    #expect(cut.count > 5)
    #expect(cut.contains { runs.indices.contains($0 + 1) && runs[$0 + 1].isDone })
    #expect(runs.count(where: \.isDone) > runs.count / 4)
  }

  @Test func whatIsHandedInDailyComesFirstAtItsTime() throws {
    let work = ModelWork(length: .fixed(.minutes(1)))
    let arrivals = try [18, 0].map { hour in
      let task = ModelTask(
        id: "index", terms: TaskTerms(kind: .utility), arrival: .daily(after: .hours(hour)),
        work: work)
      return try experiment(task, hours: 24).log().arrivals[0]
    }
    #expect(arrivals == [Self.start + .hours(18), Self.start])
  }

  /// The scheduler has no request, and so no deadline. The clock used to go back to the time of the submission.
  @Test(arguments: [ModelTask.Arrival.at(start + .hours(3)), .daily(after: .hours(3))])
  func workWhoseTimeComesInASleepArrivesAfterIt(arrival: ModelTask.Arrival) throws {
    let task = ModelTask(
      id: "index", terms: TaskTerms(kind: .userInitiated), arrival: arrival,
      work: ModelWork(length: .fixed(.minutes(1))))
    let waking = Self.start + .hours(9)
    // One sleep begins with the world.
    for hour in 0...1 {
      let steps = [
        TimelineStep(at: Self.start + .hours(hour), happening: .sleep(until: waking))
      ]
      let log = try experiment(task, hours: 20, steps).log()
      #expect(log.arrivals[0] == waking)
      #expect(log.runs.count == 1 && log.runs.allSatisfy { $0.started >= waking })
    }
  }

  /// Clocks that move to summer time show no 02:30 on the second day, and clocks that move back show it twice. The
  /// user begins an hour east of UTC.
  @Test(arguments: [(2, [1, 25, 48, 72]), (0, [1, 25, 50, 74])])
  func dailyWorkArrivesOnceADayWhenTheClocksChange(zone: Int, hours: [Int]) throws {
    let day = ModelTask.Arrival.daily(after: .minutes(150))
    let task = ModelTask(
      id: "index", terms: TaskTerms(kind: .utility), arrival: day,
      work: ModelWork(length: .fixed(.minutes(1))))
    let change = Duration.hours(zone == 2 ? 25 : 26)
    let steps = [
      TimelineStep(at: Self.start, happening: .zone(secondsFromUTC: 3600)),
      TimelineStep(at: Self.start + change, happening: .zone(secondsFromUTC: zone * 3600)),
    ]
    let starts = try experiment(task, hours: 90, steps).log().runs.map(\.started)
    #expect(starts.map { Int(($0 - Self.start).seconds / 3600) } == hours)
  }

  @Test func aTaskThatTheSchedulerRefusesIsNamed() throws {
    var terms = TaskTerms(kind: .processing)
    terms.asked.budget = .days(2)
    let work = ModelWork(length: .fixed(.minutes(1)))
    let task = ModelTask(app: 0, id: "upload", terms: terms, arrival: .firstOpen, work: work)
    let refusal = try #require(experiment(task).refusal())
    #expect(refusal.task == "photos.upload" && refusal.message.contains("budget '2d'"))
    terms.asked.budget = .minutes(5)
    let allowed = ModelTask(app: 0, id: "upload", terms: terms, arrival: .firstOpen, work: work)
    #expect(experiment(allowed).refusal() == nil)
  }

  @Test func whoeverRunsItTheWorkIsTheSame() throws {
    var terms = TaskTerms(kind: .processing)
    terms.asked.requires = [.power]
    var work = ModelWork(length: .skewed(median: .minutes(2), spread: 2))
    work.crashRate = 0.1
    work.failureRate = 0.1
    let task = ModelTask(id: "index", terms: terms, arrival: .daily(after: .zero), work: work)
    var early = experiment(task, hours: 24 * 20)
    let late = early
    // The same work, with runs in another order.
    early.settings.steadyPowerGain = .hours(1)
    let runs = [try early.log().runs, try late.log().runs]
    let lengths = runs.map { runs in
      runs.filter(\.isDone).map { $0.ending.at - $0.started }
    }
    #expect(lengths[0].count > 10 && Set(lengths[0]).count > 5)
    #expect(lengths[0] == lengths[1])
  }
}
