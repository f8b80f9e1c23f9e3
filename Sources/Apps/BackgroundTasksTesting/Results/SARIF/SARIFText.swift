import JSON

/// The JSON of failures in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS).
enum SARIFText {
  /// The end of each file: that of the results, the run, the runs and the log.
  static let ending = "]}]}"

  /// Returns a file without results, with a rule for each kind of failure.
  ///
  /// - Parameter session: Identifies the command that has started this process and others.
  static func log(session: String) -> String {
    var json = JSONWriter(capacity: 8192)
    json.beginObject()
    json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
    json.member("version", "2.1.0")
    json.name("runs")
    json.beginArray()
    json.beginObject()
    json.name("tool")
    json.beginObject()
    json.name("driver")
    json.beginObject()
    json.member("name", "BackgroundTasksTesting")
    json.name("rules")
    json.beginArray()
    for kind in BenchFailure.Kind.allCases { write(kind, to: &json) }
    json.endArray()
    json.endObject()
    json.endObject()
    json.member("columnKind", "utf16CodeUnits")
    json.name("properties")
    json.beginObject()
    json.member("session", session)
    json.endObject()
    // Last, so that results can be added at the end of the file.
    json.name("results")
    json.beginArray()
    json.endArray()
    json.endObject()
    json.endArray()
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Writes the rule of a kind of failure.
  private static func write(_ kind: BenchFailure.Kind, to json: inout JSONWriter) {
    json.beginObject()
    json.member("id", kind.rawValue)
    write("shortDescription", kind.meaning, to: &json)
    write("fullDescription", "\(kind.meaning) On a phone: \(kind.onAPhone).", to: &json)
    write("help", sentence(kind.suggestion), to: &json)
    json.name("defaultConfiguration")
    json.beginObject()
    json.member("level", kind.level.rawValue)
    json.endObject()
    json.endObject()
  }

  /// Returns a result.
  ///
  /// - Parameters:
  ///   - count: The number of times that it was found.
  ///   - isExpected: Whether the test expects the failure.
  static func result(_ failure: BenchFailure, count: Int, isExpected: Bool) -> String {
    var json = JSONWriter(capacity: 2048)
    json.beginObject()
    json.member("ruleId", failure.code)
    if let index = BenchFailure.Kind.allCases.firstIndex(of: failure.kind) {
      json.member("ruleIndex", Int64(index))
    }
    json.member("level", failure.kind.level.rawValue)
    write(
      "message",
      "\(failure.headline). On a phone: \(failure.onAPhone). \(sentence(failure.suggestion))",
      to: &json)
    json.name("locations")
    json.beginArray()
    if let location = failure.location { write(location, failure.identifier, to: &json) }
    json.endArray()
    json.member("occurrenceCount", Int64(count))
    json.name("partialFingerprints")
    json.beginObject()
    let file = failure.location?.fileID ?? ""
    json.member("benchFailure/v1", "\(failure.code):\(failure.identifier):\(file)")
    json.endObject()
    if isExpected { writeSuppression(to: &json) }
    json.name("properties")
    json.beginObject()
    json.name("timeline")
    json.beginArray()
    for event in failure.timeline { json.write(event.description) }
    json.endArray()
    json.endObject()
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Writes a place in a file, and the identifier of the task.
  private static func write(
    _ location: BenchFailure.Location, _ identifier: String, to json: inout JSONWriter
  ) {
    let file = SourceFile(location.filePath)
    json.beginObject()
    json.name("physicalLocation")
    json.beginObject()
    json.name("artifactLocation")
    json.beginObject()
    json.member("uri", file.uri)
    if file.isRelative { json.member("uriBaseId", "%SRCROOT%") }
    json.endObject()
    json.name("region")
    json.beginObject()
    json.member("startLine", Int64(location.line))
    json.endObject()
    json.endObject()
    json.name("logicalLocations")
    json.beginArray()
    json.beginObject()
    json.member("name", identifier)
    json.endObject()
    json.endArray()
    json.endObject()
  }

  /// Writes that the test expects the failure, as tests with `Bench.failures(of:)` do.
  private static func writeSuppression(to json: inout JSONWriter) {
    json.name("suppressions")
    json.beginArray()
    json.beginObject()
    json.member("kind", "inSource")
    json.member("justification", "The test expects this failure.")
    json.endObject()
    json.endArray()
  }

  /// Writes a member whose value is a message.
  private static func write(_ name: StaticString, _ text: String, to json: inout JSONWriter) {
    json.name(name)
    json.beginObject()
    json.member("text", text)
    json.endObject()
  }

  /// Returns an imperative as a sentence.
  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
