import JSON
import Scheduling

// The form of core values in columns of JSON: moments and lengths as nanoseconds, sets as lists of words.

extension JSONWriter {
  /// Writes the raw value of a case as a member.
  mutating func member(_ name: StaticString, _ word: some RawRepresentable<String>) {
    member(name, word.rawValue)
  }

  /// Writes the raw value of a case as a member, unless it is `nil`.
  mutating func member(_ name: StaticString, ifThere word: (some RawRepresentable<String>)?) {
    if let word { member(name, word.rawValue) }
  }

  /// Writes a list, unless it is empty, as most are.
  mutating func member(_ name: StaticString, ifNotEmpty list: [some JSONWritable]) {
    if !list.isEmpty { member(name, list) }
  }

  /// Writes a count, unless it is 0.
  mutating func member(_ name: StaticString, ifNotZero count: Int) {
    if count != 0 { member(name, count) }
  }
}

extension Duration: JSONWritable, JSONReadable {
  @usableFromInline
  package func write(to json: inout JSONWriter) { json.write(nanoseconds) }

  /// Reads whole nanoseconds; returns `nil` for another element.
  @usableFromInline
  package init?(json: JSONElement) {
    guard let integer = json.integer else { return nil }
    self = .nanoseconds(integer)
  }
}

extension Timestamp: JSONWritable, JSONReadable {
  @usableFromInline
  package func write(to json: inout JSONWriter) { json.write(nanoseconds) }

  /// Reads whole nanoseconds on the clock of the time; returns `nil` for another element.
  @usableFromInline
  package init?(json: JSONElement) {
    guard let integer = json.integer else { return nil }
    self.init(nanoseconds: integer)
  }
}

extension ExactString: JSONWritable, JSONReadable {
  package func write(to json: inout JSONWriter) { json.write(text) }

  /// Reads a text; returns `nil` for another element.
  package init?(json: JSONElement) {
    guard let text = json.string else { return nil }
    self.init(text)
  }
}

extension CalendarEvent: JSONWritable, JSONReadable {
  package func write(to json: inout JSONWriter) { json.write(stored) }

  /// Reads an event from the text that `stored` writes; returns `nil` for another element.
  package init?(json: JSONElement) {
    guard let text = json.string else { return nil }
    self.init(stored: text)
  }
}

extension Conditions: JSONWritable, JSONReadable {
  package func write(to json: inout JSONWriter) { names.write(to: &json) }

  /// Reads a list of names; returns `nil` for another element, or if a name is unknown.
  package init?(json: JSONElement) {
    // Most requests have no conditions, so an empty list needs no further reading.
    if json.kind == .array, json.first == nil {
      self = []
      return
    }
    guard let names = [String](json: json), let set = try? Conditions(names: names, field: "")
    else { return nil }
    self = set
  }
}

extension RunLimits: JSONWritable, JSONReadable {
  /// Writes only the limits that are set.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("memory", ifThere: memoryBytes)
    json.member("tasks", ifThere: tasks)
    json.member("cpu", ifThere: cpuPercent)
    json.member("cpuWeight", ifThere: cpuWeight)
    json.member("ioWeight", ifThere: ioWeight)
    json.endObject()
  }

  /// Reads the limits that `write(to:)` writes; returns `nil` if the element is no object.
  package init?(json: JSONElement) {
    guard var members = JSONMembers(json) else { return nil }
    self.init()
    memoryBytes = members.value("memory")?.integer
    tasks = members.value("tasks").flatMap { Int(json: $0) }
    cpuPercent = members.value("cpu").flatMap { Int(json: $0) }
    cpuWeight = members.value("cpuWeight").flatMap { Int(json: $0) }
    ioWeight = members.value("ioWeight").flatMap { Int(json: $0) }
  }
}
