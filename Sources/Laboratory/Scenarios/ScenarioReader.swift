import Files
import Scheduling
import Simulation

extension Scenario {
  /// Reads a scenario file (docs/scenarios.md).
  ///
  /// - Parameters:
  ///   - yaml: The content of the file.
  ///   - file: Its name, for errors.
  package init(yaml: String, file: String) throws(FileError) {
    let root = try Document.root(of: yaml, file: file)
    let fields = try Fields(root, describing: "a scenario", allowed: StoryFile.keys, file: file)
    let place = try fields.require("name", example: "weekday")
    let name = try fields.text("name") ?? ""
    guard !name.isEmpty else {
      throw fields.error(at: place, "'name' is empty; set a name for the scenario")
    }
    let start = try StoryFile.start(of: fields)
    let calendar = Calendar(start: start)
    let clock = try calendar.clock(fields)
    self.init(name: name, start: start, length: .zero, clock: clock)
    about = try fields.text("about")
    seed = try fields.value("seed", allowed: "a whole number from 0") { UInt64($0) } ?? 1
    if let node = fields.node("device") {
      device = try DeviceReader(calendar: calendar).read(node, file: file)
    }
    try readApps(fields, calendar)
    population = try PopulationReader.read(fields)
    length = try length(fields)
  }

  /// Reads the apps, and the tasks that belong to no app. Throws an error if two apps have the same name, or if two of
  /// these tasks have the same id.
  private mutating func readApps(_ fields: Fields, _ calendar: Calendar) throws(FileError) {
    let file = fields.place.file
    let reader = TaskReader(calendar: calendar, clock: clock)
    var names: Set<String> = []
    for item in try fields.items("apps") {
      let app = try AppReader(calendar: calendar, tasks: reader).read(item, file: file)
      for name in app.names where !names.insert(name).inserted {
        throw fields.error(
          at: item, "two apps have the name '\(name)'; rename one of them")
      }
      apps.append(app)
    }
    for item in try fields.items("tasks") {
      tasks.append(try reader.read(item, file: file, arrival: .start))
    }
    try AppReader.checkUniqueIDs(tasks, fields)
  }

  /// Reads `end` and returns the length of the simulated time. Without `end`, a story ends with its last step; for
  /// any other scenario an error is thrown.
  private func length(_ fields: Fields) throws(FileError) -> Duration {
    let lastStep = device.changes.last?.after ?? .zero
    guard let node = fields.node("end"), let text = try fields.text("end") else {
      if device.isReported && lastStep > .zero { return lastStep }
      // This throws, since the key is absent.
      try fields.require("end", example: "14d")
      return lastStep
    }
    let place = Place(node, file: fields.place.file)
    let length = try StepTime.timeFromStart(text, key: "end", start, at: place)
    guard length > .zero, length <= .days(36_600) else {
      throw place.error("end '\(text)' is not allowed; use a time up to 36600d after the start")
    }
    guard length >= lastStep else {
      throw place.error("end '\(text)' is before the last step; put it after the last step")
    }
    return length
  }
}

extension Calendar {
  /// Reads the offset of the user's clocks from UTC: `zone` at the start (by default 0), and its later changes in
  /// `clocks`. Throws an error if the changes are not in chronological order.
  fileprivate func clock(_ fields: Fields) throws(FileError) -> LocalClock {
    let firstOffset = try zone(fields) ?? 0
    var moves: [(at: LocalTime, secondsFromUTC: Int)] = []
    for item in try fields.items("clocks") {
      let itemFields = try Fields(
        item, describing: "an item of 'clocks'", allowed: ["at", "zone", "note"],
        file: fields.place.file)
      let timeNode = try itemFields.require("at", example: "\"+27 02:00\"")
      let place = Place(timeNode, file: fields.place.file)
      try itemFields.require("zone", example: "\"+02:00\"")
      let after = try StepTime.timeFromStart(
        try itemFields.text("at") ?? "", key: "at", start, at: place)
      let at = LocalTime(seconds: start.universalSeconds) + after
      let earlierClock = LocalClock(secondsFromUTC: firstOffset, moves: moves)
      let isAfterEarlierChanges = earlierClock.zones.allSatisfy { $0.from < earlierClock.wall(at) }
      guard isAfterEarlierChanges else {
        throw place.error(
          "'clocks' must be in chronological order; move this item before the one above it")
      }
      moves.append((at, try zone(itemFields) ?? 0))
    }
    return LocalClock(secondsFromUTC: firstOffset, moves: moves)
  }

  /// Reads the offset of the clocks from UTC, such as `+01:00`, in seconds; `nil` if the key is absent.
  private func zone(_ fields: Fields) throws(FileError) -> Int? {
    try fields.value(
      "zone", allowed: "the offset of the clocks from UTC, such as \"+01:00\" or \"-05:00\""
    ) { text in
      guard let sign = text.first, "+-".contains(sign),
        // UTC+14 is the largest offset of a time zone.
        let seconds = CivilTime.secondsOfDay(text: text.dropFirst()), seconds <= 14 * 3600
      else { return nil }
      return sign == "-" ? -seconds : seconds
    }
  }
}
