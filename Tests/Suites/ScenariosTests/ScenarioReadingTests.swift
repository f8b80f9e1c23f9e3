import Files
import Scheduling
import Simulation
import Testing

@testable import Scenarios

struct ScenarioReadingTests {
  private func read(_ yaml: String) throws -> Scenario {
    try Scenario(yaml: yaml, file: "life.yaml")
  }

  @Test func readsADeviceWithHabits() throws {
    let scenario = try read(
      """
      name: habits
      start: 2026-03-02T00:00
      end: 14d
      seed: 7
      zone: "+01:00"
      clocks:
        - {at: "+4 02:00", zone: "+02:00"}
      device:
        slowness: 1.5
        battery: {level: 60, drain: {screen-on: 20}, health: 80%, rescued-at: 12}
        heat: {fair: 35, serious: 40}
        low-power: when-low
        charger:
          - {from: "22:45", until: "06:45", on: weekdays, jitter: 20m, chance: 95%}
        places:
          home: {network: wifi}
          away: {network: cellular, ambient: 28}
        whereabouts:
          - {place: away, from: "08:00", until: "18:00", on: "mon,tue", since: 2026-03-09}
        sleep:
          - {from: "+5 23:00", until: "+6 07:00"}
        use:
          - {times: 20, between: 07:00 to 23:00, stays: 20s to 2m}
          - {from: "20:00", for: 2h}
        steps:
          - {at: "+1 12:00", set: {metered: yes}}
      """)
    #expect(scenario.length == .days(14))
    #expect(scenario.seed == 7)
    #expect(scenario.clock.zones.map(\.secondsFromUTC) == [3600, 7200])
    #expect(scenario.device.battery?.screenOnDrain == 20)
    #expect(scenario.device.battery?.health == 0.8)
    #expect(scenario.device.plugged.first?.length == .hours(8))
    #expect(scenario.device.plugged.first?.habit.weekdays == Set(0...4))
    #expect(scenario.device.stays.first?.period.habit.days == 7..<100_000)
    #expect(scenario.device.places.map(\.isMetered) == [false, true])
    #expect(scenario.device.sleeps.first?.from.day == 5)
    #expect(scenario.device.sessions.first?.length == .hours(2))
    #expect(scenario.device.changes == [.init(after: .hours(36), values: [.metered(true)])])
  }

  @Test func readsAppsWithTasksAndTheirWork() throws {
    let scenario = try read(
      """
      name: apps
      start: 2026-03-02T00:00
      end: 1d
      apps:
        - name: news
          opens:
            - {at: "07:30", jitter: 10m, stays: 5m}
          drain: 4
          tasks:
            - id: refresh
              kind: refresh
              resubmits: 15m
              work: {length: {median: 4s, spread: 2}, cold-start: 2s, failures: 5%, answer: ignores}
        - {name: other, count: 3}
      tasks:
        - id: backup
          kind: maintenance
          requires: power, unmetered
          every: 1d
          arrives: daily 18:00
          work: {steps: [20s, 5m]}
      """)
    let news = try #require(scenario.apps.first)
    let task = try #require(news.tasks.first)
    #expect(task.arrival == .firstOpen)
    #expect(task.resubmits == .minutes(15))
    #expect(task.work.length == .skewed(median: .seconds(4), spread: 2))
    #expect(task.work.answer == .ignores)
    #expect(scenario.apps.last?.names == ["other-1", "other-2", "other-3"])
    #expect(scenario.tasks.first?.terms.asked.requires == [.power, .unmetered])
    #expect(scenario.tasks.first?.arrival == .daily(after: .hours(18)))
    #expect(scenario.tasks.first?.work.steps == [.seconds(20), .minutes(5)])
  }

  @Test func aListOfStepsIsAStoryAndNothingIsModelled() throws {
    let scenario = try read(.story)
    let life = scenario.life(seed: 1)
    #expect(scenario.length == .hours(1))
    #expect(life.physics == nil)
    #expect(life.timeline.steps.compactMap(\.values) == [[.power(.ac)], [.power(.battery)]])
  }

  @Test(arguments: [
    ("device: {battery: {level: 101}}", "life.yaml:4:27: level '101' is not allowed; use 0 to 100"),
    (
      "device: {batery: none}",
      "life.yaml:4:10: 'device' has no key 'batery'; did you mean 'battery'? The keys are battery, heat"
    ),
    ("device: {colour: red}", "life.yaml:4:10: 'device' has no key 'colour'; use battery, heat"),
    ("device: {heat: {fair: 50}}", "fair, serious and critical must each rise"),
    ("device: {charger: [{until: \"06:00\"}]}", "'from' is missing; add, for example, 'from: "),
    ("device: {charger: [{from: 7pm, until: \"06:00\"}]}", "from '7pm' is not allowed; use a time"),
    ("device: {whereabouts: [{place: mars}]}", "place 'mars' is not allowed; use "),
    ("device: {set: {battery: 3}}", "'battery' cannot be set if it follows from battery"),
    ("device: {use: [{times: 3, between: noon}]}", "between 'noon' is not allowed; use two times"),
    ("device: {charger: [{from: \"01:00\", for: 1h, on: friday}]}", "on 'friday' is not allowed"),
    ("zone: Mars", "zone 'Mars' is not allowed; use the offset of the clocks from UTC"),
    ("clocks: [{at: 2d, zone: \"+01:00\"}, {at: 1d, zone: \"+02:00\"}]", "in chronological order"),
    ("apps: [{name: a}, {name: a}]", "two apps have the name 'a'"),
    ("apps: [{opens: []}]", "'name' is missing; add, for example, 'name: news'"),
    ("apps: [{name: a, tasks: [{id: x}]}]", "'kind' is missing; add, for example, 'kind: refresh'"),
    ("apps: [{name: a, opens: [{stays: 2m}]}]", "no time given; add 'at: "),
    (
      "apps: [{name: a, opens: [{at: \"07:30\", stays: 0s}]}]",
      "life.yaml:4:47: 'stays' is 0; use a longer duration, such as 30s"
    ),
    ("tasks: [{id: x, kind: nap}]", "kind 'nap' is not allowed; use refresh, processing"),
    ("tasks: [{id: x, kind: push, arrives: noon}]", "arrives 'noon' is not allowed; use start"),
    ("tasks: [{id: x, kind: push, requires: sun}]", "sun"),
    ("tasks: [{id: x, kind: push, work: {failures: 5}}]", "failures '5' is not allowed; use 0 %"),
    (
      "tasks: [{id: x, kind: push, work: {length: 3s, steps: [3s]}}]",
      "'steps' cannot be combined with 'length'; omit one of them"
    ),
    (
      "tasks: [{id: x, kind: push, work: {checkpoint: items}}]",
      "use none, or the interval between saves"
    ),
    ("tasks: [{id: x, kind: push}, {id: x, kind: push}]", "two tasks have the id 'x'"),
  ])
  func namesThePlaceAndWhatIsAllowed(line: String, message: String) {
    do throws(FileError) {
      _ = try Scenario(
        yaml: "name: life\nstart: 2026-03-02T00:00\nend: 3d\n\(line)\n", file: "life.yaml")
      Issue.record("accepted: \(line)")
    } catch {
      #expect(error.description.contains(message))
      #expect(error.line == 4 || error.line == 1)
    }
  }

  /// Beyond it, the simulated time would silently be shorter.
  @Test(arguments: ["36600d", "+36600 00:00"])
  func endsByTheLastYearOfScenarios(end: String) throws {
    let error = #expect(throws: FileError.self) {
      try read("name: x\nstart: 2200-01-01T00:00\nend: \(end)")
    }
    #expect(
      error?.description
        == "life.yaml:3:6: end '\(end)' is not allowed; use a time up to the year 2261")
    let last = try read("name: x\nstart: 2200-01-01T00:00\nend: 22500d")
    #expect(last.length == .days(22_500))
  }

  @Test func endsSomewhere() {
    #expect(throws: FileError.self) { try read("name: x\nstart: 2026-03-02T00:00") }
  }
}

extension TimelineStep {
  var values: [DeviceValue]? {
    if case .device(let values) = happening { values } else { nil }
  }
}

extension String {
  static let story = """
    name: story
    start: 2026-03-02T00:00
    device:
      - {at: 0s, set: {power: ac}}
      - {at: 1h, set: {power: battery}}
    """
}
