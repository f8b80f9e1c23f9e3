import Files
import Scheduling
import Simulation
import Testing

@testable import Scenarios

struct ExpectationReadingTests {
  private let tasks = ["news.refresh", "photo.backup", "trim"]

  private func read(_ yaml: String) throws(FileError) -> Expectations? {
    try Expectations.read(yaml: yaml, file: "expect.yaml", tasks: tasks)
  }

  @Test func readsEveryFormOfBound() throws {
    let expectations = try #require(
      try read(
        """
        seeds: 20
        in: 95%
        expect:
          news.refresh:
            runs-per-day: at least 5
            age-worst: at most 2d
            fresh-opens: 50% to 80%
            run-length: 90s
            items: [37, 13]
            stop-reasons: [thermal, budget]
            stopped-for-power: never
          "*.backup": {after: 3d, in: 50%, kills: never}
          device: {on-battery-per-day: at most 10m}
        """))
    #expect(expectations.seeds == 20)
    let bounds = expectations.promises.map(\.bound)
    #expect(
      bounds == [
        .range(5...Double.infinity), .range(0...172_800), .range(0.5...0.8), .range(90...90),
        .list([37, 13]), .words(["thermal", "budget"]), .range(0...0), .range(0...0),
        .range(0...600),
      ])
    #expect(expectations.promises.map(\.share) == Array(repeating: 0.95, count: 7) + [0.5, 0.95])
    #expect(expectations.promises[7].after == .days(3))
    #expect(expectations.promises[8].about == .device)
    #expect(expectations.promises[0].text == "news.refresh runs-per-day: at least 5")
  }

  @Test func aScenarioHasThemOrNot() throws {
    #expect(try read("name: x\nstart: 2026-03-02T00:00\nend: 1d") == nil)
    let scenario = "name: x\nstart: 2026-03-02T00:00\nend: 1d\nexpect: {trim: {runs: 1}}"
    #expect(try read(scenario)?.promises.map(\.text) == ["trim runs: 1"])
  }

  @Test(arguments: [
    ("mail.refresh: {runs: 1}", "3:3: task 'mail.refresh' not found; use device, or one of news"),
    (
      "trim: {rnus: 1}",
      "3:10: 'trim' has no key 'rnus'; did you mean 'runs'? The keys are runs, successes"
    ),
    ("trim: {runs: many}", "3:16: runs 'many' is not allowed; use 'at least 5', 'at most 5'"),
    ("trim: {lost: at most 5}", "lost 'at most 5' is not allowed; use 'at least 90m'"),
    ("trim: {night-share: at most 5}", "use 'at least 95%'"),
    ("trim: {runs: 5 to 3}", "runs '5 to 3' is not allowed"),
    ("trim: {runs: [1, 2]}", "runs is a single value, not a list"),
    ("trim: {items: [a]}", "items [a] is not allowed; use values such as 5"),
    ("trim: {after: 3d}", "no bound given; add one, such as 'kills: never'"),
    ("trim: {stopped-for-: never}", "stopped-for- requires a reason"),
    ("trim: {stopped-for-heat: never}", "no run is stopped for 'heat'"),
    (
      "trim: {stop-reasons: termal}",
      "3:24: no run is stopped for 'termal'; did you mean 'thermal'?"
    ),
    ("trim: {stop-reasons: [budget, charger]}", "The reasons are appUnused, backoff, battery"),
    ("device: {age-worst: at most 2d}", "age-worst is a metric of a task, not of the device"),
  ])
  func namesThePlaceAndWhatIsAllowed(line: String, message: String) {
    do throws(FileError) {
      _ = try read("seeds: 1\nexpect:\n  \(line)\n")
      Issue.record("accepted: \(line)")
    } catch {
      #expect(error.description.contains(message))
      #expect(error.line == 3)
    }
  }

  @Test(arguments: [
    ("seeds: 0\nexpect: {trim: {runs: 1}}", "expect.yaml:1:8: seeds '0' is not allowed"),
    ("in: 95\nexpect: {trim: {runs: 1}}", "expect.yaml:1:5: in '95' is not allowed; use 0 % to"),
    ("seeds: 3", "'expect' is missing"),
    ("expect: []", "'expect' must be lines 'TASK: {METRIC: BOUND}'"),
    ("promise: {}", "a file of expectations has no key 'promise'; use seeds, in, expect"),
  ])
  func refusesWhatPromisesNothing(yaml: String, message: String) {
    do throws(FileError) {
      _ = try read(yaml)
      Issue.record("accepted: \(yaml)")
    } catch {
      #expect(error.description.contains(message))
    }
  }
}
