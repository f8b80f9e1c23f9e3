import Testing

@testable import Files

struct StoryErrorTests {
  private func error(_ yaml: String) -> String {
    do throws(FileError) {
      _ = try StoryFile(yaml: yaml, file: "day.yaml")
      return "accepted"
    } catch {
      return error.description
    }
  }

  @Test(arguments: [
    ("- {at: 1h, set: {power: solar}}", "day.yaml:4:25: power 'solar' is not allowed; use ac, "),
    (
      "- {at: 1h, set: {battery: 101}}", "day.yaml:4:27: battery '101' is not allowed; use 0 to 100"
    ),
    ("- {at: 1h, set: {colour: red}}", "day.yaml:4:18: 'set' has no key 'colour'; use power, "),
    ("- {at: 1h, set: {power: [ac]}}", "day.yaml:4:25: 'power' is one value"),
    (
      "- {at: 1h, wen: 2, set: {}}",
      "day.yaml:4:12: a step has no key 'wen'; did you mean 'set'? The keys are at, note, set"
    ),
    ("- {set: {power: ac}}", "day.yaml:4:3: 'at' is missing; add, for example, 'at: \"07:00\"'"),
    ("- {at: 1h}", "day.yaml:4:3: the step does nothing; give it"),
    ("- {at: 25:00, set: {power: ac}}", "day.yaml:4:8: at '25:00' is not allowed; use a time of"),
    ("- {at: -3h, set: {power: ac}}", "day.yaml:4:8: at '-3h' is not allowed"),
    ("- {at: 05:00, set: {power: ac}}", "day.yaml:4:8: this is before the start, 2026-03-02T05:30"),
    ("- 7", "day.yaml:4:3: a step is 'key: value' lines; the keys are at, note, set"),
    ("- {at: 1h, set: {power: ac, power: ac}}", "'power' is given more than once"),
    ("- {at: 1h, set: {power: ac}", "not valid YAML: "),
  ])
  func namesThePlaceAndWhatIsAllowed(step: String, message: String) {
    #expect(error(.steps(step)).contains(message))
  }

  @Test func refusesStepsThatAreOutOfOrder() {
    let error = error(.steps("- {at: 2h, note: later}", "- {at: 1h, note: earlier}"))
    #expect(error.hasPrefix("day.yaml:5:8: at '1h' is before the step above it"))
  }

  @Test(arguments: ["2026-02-30T05:30", "2026-03-02", "2026-03-02 05:30", "2026-3-2T5:30", "noon"])
  func refusesAStartThatIsNoLocalTime(start: String) {
    let error = error("name: x\nstart: \(start)\ndevice: [{at: 1h, note: n}]")
    #expect(error.hasPrefix("day.yaml:2:8: start '\(start)' is not allowed; use a local date"))
  }

  /// Such a date would silently be the first or the last one that 64 bits of nanoseconds can hold.
  @Test(arguments: ["1677-12-31T23:59", "2262-01-01T00:00", "9999-01-01T00:00"])
  func refusesAStartThatNoWallTimeCanHold(start: String) {
    let error = error("name: x\nstart: \(start)\ndevice: [{at: 1h, note: n}]")
    #expect(
      error.hasPrefix(
        "day.yaml:2:8: start '\(start)' is not allowed; use a year from 1678 to 2261"))
  }

  @Test func refusesAStepThatNoWallTimeCanHold() {
    let error = error("name: x\nstart: 2261-12-31T00:00\ndevice: [{at: 1d, note: n}]")
    #expect(error == "day.yaml:3:15: at '1d' is not allowed; use a time up to the year 2261")
  }

  @Test func refusesAnEndBeforeTheLastStep() {
    let error = error(.steps("- {at: 2h, note: later}", "end: 1h").replacing("end", with: "\nend"))
    #expect(error.contains("end '1h' is before the last step"))
  }

  @Test(arguments: [
    ("", "day.yaml:1:1: the file is empty"),
    ("start: 2026-03-02T05:30", "day.yaml:1:1: 'name' is missing"),
    ("name: x", "'start' is missing; add, for example, 'start: 2026-03-02T05:30'"),
    ("name: x\nstart: 2026-03-02T05:30", "'device' is missing"),
    ("name: x\nstart: 2026-03-02T05:30\ndevice: []", "day.yaml:3:9: 'device' is empty"),
    ("name: x\nstart: 2026-03-02T05:30\ndevice: 3", "day.yaml:3:9: 'device' is a list of steps"),
    ("name: x\ncats: []", "day.yaml:2:1: a scenario has no key 'cats'; use name, about, start"),
    ("a: 1\n---\nb: 2", "not valid YAML: more than one document"),
    ("a: *b", "not valid YAML: anchor '&b' not found above"),
    ("a: \u{1}", "not valid YAML: control characters are not allowed"),
  ])
  func refusesWhatIsNoScenario(yaml: String, message: String) {
    #expect(error(yaml).contains(message))
  }

  @Test func refusesNestingByAliasesWithoutEnd() {
    let lists = (1...99).map { "- &a\($0) [*a\($0 - 1)]\n" }.joined()
    let error = error("- &a0 [x]\n" + lists)
    #expect(error.contains("not valid YAML: lists and mappings are nested more than 100 levels"))
    // The list around them, the first one, and 98 aliases are 100 levels.
    let allowed = (1...98).map { "- &a\($0) [*a\($0 - 1)]\n" }.joined()
    let other = self.error("- &a0 [x]\n" + allowed)
    #expect(!other.contains("not valid YAML") && other.contains("'key: value' lines"))
  }

  @Test func refusesNestingWithoutEnd() {
    let error = error(String(repeating: "[", count: 200_000))
    #expect(error.contains("not valid YAML: lists and mappings are nested more than 100 levels"))
  }
}
