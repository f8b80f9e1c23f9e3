import Scheduling

extension StoryFile {
  /// Reads a scenario file (docs/scenarios.md).
  ///
  /// - Parameters:
  ///   - yaml: The text of the file.
  ///   - file: Its name, for errors.
  package init(yaml: String, file: String) throws(FileError) {
    let root = try Document.root(of: yaml, file: file)
    let fields = try Fields(root, describing: "a scenario", allowed: Self.keys, file: file)
    let place = try Place(fields.required("name", "weekday"), file: file)
    name = try fields.text("name") ?? ""
    guard !name.isEmpty else { throw place.error("'name' is empty; give the scenario a name") }
    about = try fields.text("about")
    start = try Self.start(of: fields)
    steps = try Self.steps(of: fields, start: start)
    length = try Self.length(of: fields, start: start, steps: steps)
  }

  /// All keys of a scenario. `simulate` uses those about apps and habits.
  package static let keys = [
    "name", "about", "start", "end", "seed", "zone", "clocks", "device", "apps", "tasks",
    "population", "seeds", "in", "expect",
  ]

  /// The years of scenarios, each of which is whole within the dates of a `WallTime`.
  static let years = 1678...2261

  /// Reads the local date and time of the start. Throws if it is in no year of `years`.
  package static func start(of fields: Fields) throws(FileError) -> CivilTime {
    let example = "2026-03-02T05:30"
    let node = try fields.required("start", example)
    let text = try fields.text("start") ?? ""
    let place = Place(node, file: fields.place.file)
    guard let start = CivilTime(text: text) else {
      throw place.error(
        "start '\(text)' is not allowed; use a local date and time such as \(example)")
    }
    guard years.contains(start.year) else {
      throw place.error(
        "start '\(text)' is not allowed; use a year from \(years.lowerBound) to"
          + " \(years.upperBound)")
    }
    return start
  }

  /// Returns the time from the start to `end`; without `end`, to the last step. Throws if the end is before the last
  /// step.
  private static func length(
    of fields: Fields, start: CivilTime, steps: [Step]
  ) throws(FileError) -> Duration {
    let lastStep = steps.last?.after ?? .zero
    guard let node = fields.node("end"), let text = try fields.text("end") else { return lastStep }
    let place = Place(node, file: fields.place.file)
    let length = try StepTime.timeFromStart(text, key: "end", start, at: place)
    guard length >= lastStep else {
      throw place.error("end '\(text)' is before the last step; put it after the last step")
    }
    return length
  }

  /// Reads the steps of the required key `device`. Their times count from `start`.
  private static func steps(
    of fields: Fields, start: CivilTime
  ) throws(FileError) -> [Step] {
    let node = try fields.required("device", "[{at: \"07:00\", set: {power: battery}}]")
    return try steps(of: node, key: "device", start: start, file: fields.place.file)
  }

  /// Reads a list of steps. Throws if `node` is no list, if it is empty, or if its steps are not in the order of their
  /// times.
  ///
  /// - Parameters:
  ///   - key: The key of the list, for errors.
  ///   - start: The time from which the steps' times count.
  package static func steps(
    of node: Node, key: String, start: CivilTime, file: String
  ) throws(FileError) -> [Step] {
    guard case .sequence(let sequence) = node else {
      throw Place(node, file: file).error(
        "'\(key)' is a list of steps, each '- {at: TIME, set: {KEY: VALUE}}'")
    }
    var steps: [Step] = []
    for item in sequence {
      steps.append(
        try Step(item, start: start, notBefore: steps.last?.after, file: file))
    }
    guard !steps.isEmpty else {
      throw Place(node, file: file).error("'\(key)' is empty; add a step")
    }
    return steps
  }
}

extension StoryFile.Step {
  /// Reads one step: its time, its values and its note. Throws if its time is before `previous`, the time of the step
  /// above it.
  fileprivate init(
    _ node: Node, start: CivilTime, notBefore previous: Duration?, file: String
  ) throws(FileError) {
    let fields = try Fields(node, describing: "a step", allowed: ["at", "note", "set"], file: file)
    let place = try Place(fields.required("at", "\"07:00\""), file: file)
    let text = try fields.text("at") ?? ""
    after = try StepTime.timeFromStart(text, key: "at", start, at: place)
    if let previous, after < previous {
      throw place.error(
        "at '\(text)' is before the step above it; put the steps in order, "
          + "or write '+1 07:00' for 07:00 of the day after the first")
    }
    note = try fields.text("note")
    values = try Self.values(of: fields)
  }

  /// Reads the values of `set`; empty if the step has only a note. Throws if it has neither.
  private static func values(of fields: Fields) throws(FileError) -> [DeviceValue] {
    let file = fields.place.file
    guard let node = fields.node("set") else {
      guard fields.node("note") == nil else { return [] }
      throw fields.place.error("the step does nothing; give it 'set: {KEY: VALUE}' or 'note: TEXT'")
    }
    return try StoryFile.values(of: node, file: file)
  }
}

extension StoryFile {
  /// Reads device fields with their values, in the form of `set`. Throws if a key or a value is not allowed.
  package static func values(of node: Node, file: String) throws(FileError) -> [DeviceValue] {
    // Any key with the prefix is allowed. `path:/PATH` shows its form in messages.
    let fields = try Fields(
      node, describing: "'set'", allowed: DeviceKey.names + ["charging", "path:/PATH"],
      allowedPrefix: DeviceKey.pathPrefix, file: file)
    return try fields.all().map { (key, value) throws(FileError) in
      let text = try Fields.text(of: value, key: key, file)
      do throws(Refusal) {
        return try DeviceValue(key: key, text: text)
      } catch {
        throw Place(value, file: file).error(error.message)
      }
    }
  }
}
