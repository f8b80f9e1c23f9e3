import Scheduling
import Testing

@testable import Simulation

struct MeasureTests {
  private static let start = WallTime(seconds: 1_772_409_600)

  /// A world of four days with one app, opened now and then, and its refresh.
  private func world(
    _ runs: [RunRecord], opens: [Duration] = [], clockSteps: [TimelineStep] = []
  ) -> Observation {
    let steps =
      clockSteps + opens.map { TimelineStep(at: Self.start + $0, happening: .opened(0)) }
    let timeline = Timeline(
      steps: steps, apps: ["news"], starts: Self.start, ends: Self.start + .days(4))
    let task = ModelTask(
      app: 0, id: "refresh", terms: TaskTerms(kind: .refresh), arrival: .start,
      work: ModelWork(length: .fixed(.seconds(5))))
    var log = Log(.runs)
    log.arrivals = [0: Self.start]
    for run in runs { log.record(run) }
    return Observation(
      Experiment(
        timeline: timeline, workload: Workload(tasks: [task]), settings: Settings(), seed: 1), log)
  }

  private func run(
    _ at: Duration, _ length: Duration = .seconds(10), _ outcome: Outcome = .completed,
    _ change: (inout RunRecord) -> Void = { _ in }
  ) -> RunRecord {
    var run = RunRecord(
      run: 1, task: 0, id: "refresh", app: "news", kind: .refresh, started: Self.start + at,
      ending: Ending(at: Self.start + at + length, outcome: outcome), budget: .seconds(30))
    run.saved = length
    run.isDone = outcome == .completed
    change(&run)
    return run
  }

  private func number(_ metric: NumberMetric, _ world: Observation, after: Duration = .zero)
    -> Double?
  {
    var promise = Promise(.task("news.refresh"), .number(metric), .range(0...0), words: "")
    promise.after = after
    guard case .number(let number)? = world.measures(promise).first else { return nil }
    return number
  }

  @Test func countsRunsAndWhatBecameOfThem() {
    let world = world([
      run(.hours(1)), run(.hours(2), .seconds(10), .failed), run(.hours(30)),
      run(.hours(40), .seconds(10), .killed) {
        $0.ending.stopReason = .budget
        $0.ending.wasKilled = true
      },
    ])
    #expect(number(.runs, world) == 4)
    #expect(number(.runsPerDay, world) == 1)
    #expect(number(.successes, world) == 2)
    #expect(number(.failures, world) == 1)
    #expect(number(.kills, world) == 1)
    #expect(number(.expirations, world) == 1)
    #expect(number(.doneAfter, world) == 3610)
    #expect(number(.daysDone, world) == 0.5)
    #expect(number(.runs, world, after: .days(1)) == 2)
    #expect(number(.runsPerDay, world, after: .days(2)) == 0)
  }

  @Test func theAgeGrowsFromOneSuccessToTheNext() {
    // The ages at the successes and at the end are 24, 24 and 48 hours.
    let world = world([run(.hours(24), .zero), run(.hours(48), .zero)])
    #expect(number(.ageWorst, world) == 172_800)
    #expect(number(.ageMedian, world) == 57_600)
    // Only the last 4.8 hours of the 96 are older than 43.2.
    #expect(number(.ageP95, world).map { ($0 / 3600 * 10).rounded() / 10 } == 43.2)
    // The measured time begins in the middle of an interval.
    #expect(number(.ageWorst, world, after: .hours(36)) == 172_800)
    #expect(number(.ageMedian, world, after: .hours(60)) == 108_000)
  }

  /// With a comparison of each success with all others, this would take minutes.
  @Test func anAgeIsMeasuredOverManySuccesses() {
    let minutes = 288_000
    let curve = AgeCurve(
      since: Self.start, successes: (1...minutes).map { Self.start + .minutes($0) },
      in: Self.start..<Self.start + .minutes(minutes))
    #expect(curve.quantile(0.5) == 30)
    #expect(curve.quantile(1) == 60)
  }

  @Test func contentIsAsOldAsTheLastSuccessWhenTheAppIsOpened() {
    let world = world(
      [run(.hours(2), .zero), run(.hours(10), .zero)],
      opens: [.hours(1), .hours(3), .minutes(200), .hours(11), .hours(12)])
    // The first is before any success, so it is not fresh and has no age. The third is within an hour of the second.
    // The last two are an hour and two behind the success, of which the last is again too near.
    #expect(number(.fresh, world) == 2.0 / 3)
    #expect(number(.staleMedian, world) == 3600)
  }

  @Test func aDayOfTwentyThreeHoursIsAWholeDay() {
    let summerTime = TimelineStep(
      at: Self.start + .hours(2), happening: .zone(secondsFromUTC: 3600))
    let world = world([run(.hours(1))], clockSteps: [summerTime])
    #expect(number(.daysDone, world) == 0.25)
  }

  @Test func sharesAreOfWhatWasDone() {
    let world = world([
      run(.hours(1), .seconds(30)),
      run(.hours(12), .seconds(10), .expired) {
        $0.saved = .zero
        $0.lost = .seconds(10)
        $0.ending.stopReason = .gate(.thermal)
        $0.exposure.onBattery = .seconds(10)
      },
    ])
    #expect(number(.lost, world) == 10)
    #expect(number(.lostShare, world) == 0.25)
    #expect(number(.night, world) == 0.75)
    #expect(number(.onBattery, world) == 2.5)
  }

  @Test func eachRunHasItsOwnValue() {
    let world = world([
      run(.hours(1)) { $0.items = 37 }, run(.hours(2), .seconds(20)) { $0.items = 13 },
    ])
    let measure = { (metric: Metric) in
      world.measures(Promise(.task("*"), metric, .range(0...0), words: ""))
    }
    #expect(measure(.each(.items)) == [.list([37, 13])])
    #expect(measure(.each(.length)) == [.list([10, 20])])
    #expect(measure(.stopReasons) == [.words([])])
    #expect(measure(.stopped("thermal")) == [.number(0)])
  }

  @Test func nothingIsNotZero() {
    #expect(number(.ageWorst, world([])) == 345_600)
    #expect(number(.doneAfter, world([])) == nil)
    #expect(number(.fresh, world([])) == nil)
    #expect(number(.night, world([])) == nil)
    #expect(number(.lostShare, world([])) == nil)
    #expect(number(.lostShare, world([run(.hours(1), .zero)])) == 0)
  }

  @Test(arguments: [
    ("news.refresh", true), ("*", true), ("news.*", true), ("*.refresh", true), ("n*w*h", true),
    ("news", false), ("*mail*", false), ("news.refresh*x", false), ("refresh", false),
  ])
  func aStarStandsForAnything(pattern: String, matches: Bool) {
    #expect(NamePattern(pattern).matches("news.refresh") == matches)
  }
}
