import Files
import Scheduling
import Simulation
import Studies
import Testing

@testable import Scenarios

/// The effect of each part of a work request in a simulated time.
struct WorkRequestSimulationTests {
  private static let midnight = WallTime(seconds: 1_772_409_600)

  /// A device that is always on Wi-Fi and in use, and is charged from 22:00 to 06:00.
  private static let phone = """
    name: phone
    start: 2026-03-02T00:00
    end: 7d
    device:
      battery: {level: 100, drain: {screen-on: 1}}
      heat: none
      charger: [{from: "22:00", until: "06:00"}]
      places: {home: {network: wifi}}
      use: [{from: "00:00", until: "00:00"}]
    """

  private func experiment(_ json: String) throws -> Experiment {
    var scenario = try Scenario(yaml: Self.phone, file: "phone.yaml")
    scenario.replaceTasks(by: try WorkRequests(json: json, file: "work.json"))
    let experiment = try Subject(scenario, named: "phone.yaml", Simulator.Options())
      .experiment(seed: 1)
    #expect(experiment.refusal() == nil)
    return experiment
  }

  /// Returns the log, and the figures by the name of the request.
  private func simulate(_ json: String) throws -> (log: Log, figures: [String: WorkRequestFigures])
  {
    let experiment = try experiment(json)
    let log = try experiment.log(keeping: [.runs, .waits])
    let rows = try #require(ScenarioReport("phone", experiment, log).workRequests)
    return (log, Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) }))
  }

  /// Returns the starts of the runs of a request, in hours after the beginning.
  private func starts(_ log: Log, of id: String = "x") -> [Double] {
    log.runs.filter { $0.id == id }.map { ($0.started - Self.midnight).seconds / 3600 }
  }

  @Test func aConstraintHoldsTheWorkUntilItIsMet() throws {
    let (log, figures) = try simulate(
      """
      [{"uniqueName": "x", "enqueued": "daily 12:00", "constraints": {"requiresCharging": true}}]
      """)
    let starts = starts(log)
    #expect(starts.count == 7)
    #expect(starts.allSatisfy { (22...22.1).contains($0.truncatingRemainder(dividingBy: 24)) })
    let held = try #require(figures["x"]?.constraints.first)
    #expect(held.name == "requiresCharging" && !held.isNeverMet)
    // Ten hours each day, from noon on.
    #expect(abs(held.heldSeconds / 3600 - 70) < 0.5, "\(held.heldSeconds / 3600)")
  }

  @Test func aConstraintThatIsNeverMetIsNamed() throws {
    let (_, figures) = try simulate(
      """
      [{"uniqueName": "idle", "periodic": {"repeatInterval": "P1D"},
        "constraints": {"requiresCharging": true, "requiresDeviceIdle": true}},
       {"uniqueName": "after", "prerequisites": ["fails"]},
       {"uniqueName": "fails", "work": {"failureRate": 1}},
       {"uniqueName": "good", "periodic": {"repeatInterval": "P1D"}, "constraints": {"requiresCharging": true}}]
      """)
    let idle = try #require(figures["idle"])
    #expect(idle.runs == 0 && idle.isNeverReady)
    #expect(idle.constraints.filter(\.isNeverMet).map(\.name) == ["requiresDeviceIdle"])
    #expect(figures["good"]?.constraints.map(\.isNeverMet) == [false])
    #expect(figures["good"].map { $0.runs >= 7 } == true)
    #expect(figures["fails"]?.runs == 1 && figures["fails"]?.doneAfterSeconds == nil)
    #expect(figures["after"]?.runs == 0 && figures["after"]?.isNeverUnblocked == true)
  }

  @Test func aPromiseAboutSuchWorkIsBroken() throws {
    let experiment = try experiment(
      "[{\"uniqueName\": \"x\", \"constraints\": {\"requiresDeviceIdle\": true}}]")
    let promises = try Expectations.read(
      yaml: "expect: {\"*\": {runs: at least 1}}", file: "e.yaml", tasks: experiment.taskNames)
    let subject = Subject(name: "phone", seed: 1) { _, _ in experiment }
    let report = try #require(promises).check(subject)
    #expect(!report.isKept)
  }

  @Test func aChainRunsInItsOrder() throws {
    let (log, figures) = try simulate(
      """
      [{"uniqueName": "upload", "prerequisites": ["a", "b"], "constraints": {"requiresCharging": true}},
       {"uniqueName": "a", "enqueued": "daily 20:00", "work": {"duration": "PT5M"}},
       {"uniqueName": "b", "enqueued": "daily 20:00", "work": {"duration": "PT15M", "checkpoint": "PT1S"}}]
      """)
    for id in ["a", "upload"] { #expect(starts(log, of: id).count == 7, "\(id)") }
    let ends = log.runs.filter { $0.id == "b" && $0.isDone }.map(\.ending.at)
    let started = log.runs.filter { $0.id == "upload" }.map(\.started)
    for (end, start) in zip(ends, started) { #expect(start >= end) }
    let blocked = log.waits.filter { $0.reasons.contains(.dependency) }.map(\.range.upperBound)
    #expect(ends.count == 7 && Set(ends).isSubset(of: blocked))
    #expect(figures["upload"]?.isNeverUnblocked == false)
  }

  @Test func retriesWithALinearBackoffAreNotLimited() throws {
    let (log, _) = try simulate(
      """
      [{"uniqueName": "x", "backoffPolicy": "LINEAR", "backoffDelay": "PT1H",
        "work": {"duration": "PT1S", "retryRate": 1}}]
      """)
    let starts = starts(log)
    let pauses = zip(starts, starts.dropFirst()).map { ($1 - $0).rounded() }
    #expect(pauses.prefix(6) == [1, 2, 3, 4, 5, 5])
    #expect(starts.count > 20 && log.runs.allSatisfy { $0.ending.outcome == .retryLater })
  }

  @Test func aFailureEndsOneTimeWorkAndOneInterval() throws {
    let (log, _) = try simulate(
      """
      [{"uniqueName": "once", "work": {"failureRate": 1}},
       {"uniqueName": "often", "periodic": {"repeatInterval": "P1D"}, "work": {"failureRate": 1}}]
      """)
    #expect(starts(log, of: "once").count == 1)
    #expect(starts(log, of: "often").count == 7)
  }

  @Test(arguments: [("false", 600.0), ("true", 180.0)])
  func aRunIsStoppedAtTheLimitOfItsJob(expedited: String, seconds: Double) throws {
    let (log, _) = try simulate(
      "[{\"uniqueName\": \"x\", \"expedited\": \(expedited), \"work\": {\"duration\": \"PT15M\"}}]")
    let run = try #require(log.runs.first)
    #expect(run.ending.stopReason == .budget && run.budget.seconds == seconds)
    #expect(log.runs.count(where: \.isDone) == 0)
  }

  @Test func periodicWorkRunsInItsFlex() throws {
    let (log, figures) = try simulate(
      """
      [{"uniqueName": "x", "periodic": {"repeatInterval": "PT6H", "flexInterval": "PT1H"}}]
      """)
    let starts = starts(log)
    #expect(starts.count == 28)
    #expect(starts.allSatisfy { (5...6).contains($0.truncatingRemainder(dividingBy: 6)) })
    #expect(figures["x"]?.longestGapSeconds.map { $0 < 6.2 * 3600 } == true)
  }

  @Test func workStartsAlsoAfterTheHabitsAreKnown() throws {
    let (log, _) = try simulate(
      "[{\"uniqueName\": \"x\", \"periodic\": {\"repeatInterval\": \"PT1H\"}}]")
    #expect(starts(log).count == 168, "no run waits for a better moment")
  }

  @Test func baselinesRunAChainInItsOrder() throws {
    let experiment = try experiment(
      """
      [{"uniqueName": "first", "initialDelay": "PT2H"},
       {"uniqueName": "second", "prerequisites": ["first"]}]
      """)
    let log = try experiment.log(of: .android, refreshesPerDay: 1)
    #expect(starts(log, of: "first").map { $0.rounded() } == [2])
    #expect(log.runs.map(\.id) == ["first", "second"])
  }
}
