import JSON
import Scheduling

// The column `terms`: all options. Most are written by generated code (`make generate`, `Terms+Members.swift`); a new
// option needs no change here.

extension Request {
  /// The version of the column. A change of a member's meaning raises it; an additional member does not.
  private static let version: Int64 = 1

  /// Writes the content of the column `terms`: the version of its form, the sequence, the dates, the command, and all
  /// options of the request.
  func writeTerms(to json: inout JSONWriter) {
    json.beginObject()
    json.member("version", Self.version)
    json.member("sequence", sequence)
    json.member("submitted", submitted)
    json.member("command", terms.command)
    json.member("window", window)
    json.member("period", ifThere: period)
    terms.writeOptions(to: &json)
    json.member("task", ifThere: terms.task)
    json.member("declaration", ifThere: terms.declaration.map { [$0.file, $0.digest] })
    json.member(
      "timer", ifThere: terms.timer.map { [$0.name, $0.fileState, $0.wasActive ? "1" : "0"] })
    json.endObject()
  }

  /// Reads the request from the content of the column `terms`. Throws `unreadableRow` if the content has the form of
  /// another version.
  ///
  /// - Parameter row: The number of the row, which is the sequence of its first request. Rows of older versions have no
  ///   other.
  init(
    key: RequestKey, row: Int64, terms members: inout StoredMembers
  ) throws(StoreError) {
    let version: Int64 = try members.required("version")
    guard version == Self.version else { throw members.unreadable("version", "\(version)") }
    let sequence = try members.optional("sequence") ?? row
    self.init(
      key: key, sequence: sequence, try Terms(from: &members),
      submitted: try members.required("submitted"), window: try Window(from: &members))
    period = try Period(from: &members)
    // Only the terms are stored with the calendar, and only the period with the interval and the flex: each gets the
    // values of the other.
    let calendar = terms.calendar
    period?.calendar = calendar
    copyDatesIntoTerms()
  }
}

extension Terms {
  /// Reads the command and all options, as `writeTerms(to:)` writes them. Missing options keep their defaults.
  fileprivate init(from stored: inout StoredMembers) throws(StoreError) {
    self.init(try Command(from: &stored))
    try readOptions(from: &stored)
    if var members = try stored.members("task") { task = try TaskClass(from: &members) }
    if let words: [String] = try stored.optional("declaration"), words.count == 2 {
      declaration = Declaration(file: words[0], digest: words[1])
    }
    if let words: [String] = try stored.optional("timer"), words.count == 3 {
      timer = AdoptedTimer(name: words[0], fileState: words[1], wasActive: words[2] == "1")
    }
  }
}

extension Command: JSONWritable {
  /// Writes the command as a JSON object. The steps are one list of words; see `[Step].words`.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("arguments", arguments)
    json.member("steps", ifNotEmpty: steps.words)
    json.member("unit", ifThere: unit)
    json.member("directory", directory)
    json.member("environment", environment)
    json.member("umask", umask)
    json.member("signal", signal)
    json.endObject()
  }

  /// Reads the members that `write(to:)` writes. Missing optional members keep their defaults.
  fileprivate init(from terms: inout StoredMembers) throws(StoreError) {
    var members = try terms.requiredMembers("command")
    self.init(arguments: try members.required("arguments"))
    if let words: [String] = try members.optional("steps") {
      guard let steps = [Step](words: words) else {
        throw members.unreadable("steps", words.joined(separator: " "))
      }
      self.steps = steps
    }
    try members.read("unit", &unit)
    try members.read("directory", &directory)
    try members.read("environment", &environment)
    try members.read("umask", &umask)
    try members.read("signal", &signal)
  }
}

extension Window: JSONWritable {
  /// Writes the window: its earliest date, its latest date if it has one, and the action at the latest date.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("opens", opens)
    json.member("latest", ifThere: latest)
    json.member("atLatest", atLatest)
    json.endObject()
  }

  /// Reads the members that `write(to:)` writes. Missing optional members keep their defaults.
  fileprivate init(from terms: inout StoredMembers) throws(StoreError) {
    var members = try terms.requiredMembers("window")
    self.init(opens: try members.required("opens"))
    try members.read("latest", &latest)
    try members.read("atLatest", &atLatest)
  }
}

extension Period: JSONWritable {
  /// Writes the period of a periodic request. Optional members are missing if they are `nil`.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("every", every)
    json.member("anchor", anchor)
    json.member("latestAfter", ifThere: latestAfter)
    json.member("flex", ifThere: flex)
    json.member("unit", ifThere: unit)
    json.member("zoneSeconds", zoneSeconds)
    json.member("begins", begins)
    json.member("after", ifThere: previousStart)
    json.member("earliest", ifThere: earliest)
    json.endObject()
  }

  /// Reads the members that `write(to:)` writes. Missing optional members keep their defaults.
  fileprivate init?(from terms: inout StoredMembers) throws(StoreError) {
    guard var members = try terms.members("period") else { return nil }
    self.init(every: try members.required("every"), anchor: try members.required("anchor"))
    try members.read("latestAfter", &latestAfter)
    try members.read("flex", &flex)
    try members.read("unit", &unit)
    try members.read("zoneSeconds", &zoneSeconds)
    try members.read("begins", &begins)
    try members.read("after", &previousStart)
    try members.read("earliest", &earliest)
  }
}

extension [Step] {
  /// Each step as its name, its limit in nanoseconds or an empty text, the number of arguments, and the arguments.
  fileprivate var words: [String] {
    flatMap { step in
      [step.name, step.limit.map { String($0.nanoseconds) } ?? "", String(step.arguments.count)]
        + step.arguments
    }
  }

  /// Reads the steps from the list that `words` writes; returns `nil` if a part of a step is missing.
  fileprivate init?(words: [String]) {
    self = []
    var rest = words[...]
    while let name = rest.popFirst() {
      guard let limit = rest.popFirst(), let count = rest.popFirst().flatMap({ Int($0) }),
        count >= 0, count <= rest.count
      else { return nil }
      append(
        Step(
          name: name, arguments: rest.prefix(count).map(\.self),
          limit: Int64(limit).map { .nanoseconds($0) }))
      rest = rest.dropFirst(count)
    }
  }
}
