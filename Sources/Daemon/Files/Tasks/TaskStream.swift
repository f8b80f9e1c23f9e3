/// The requests of a text, in the order of their lines: one JSON object on each line if the first line has one, or the
/// documents of a YAML stream. Each request has the keys of a task file, and `id`.
package struct TaskStream {
  /// One request.
  package struct Entry {
    /// The line on which it begins, from 1.
    package var line: Int
    /// The request, or all its mistakes.
    package var task: Result<TaskFile, Mistakes>
  }

  /// The mistakes of one request, in the order of their places.
  package struct Mistakes: Error {
    package var errors: [FileError]

    package init(errors: [FileError]) { self.errors = errors }
  }

  package private(set) var entries: [Entry] = []
  /// Whether each line is a request in JSON.
  package let isJSON: Bool
  private let file: String
  private let itemName: String
  private static let keys = ["id"] + TaskKey.all

  /// Reads all requests of `text`. A mistake in one request does not affect the other requests.
  ///
  /// - Parameters:
  ///   - file: The name of the text for messages.
  ///   - id: The id of a request without one, if the text has no other request; `nil` if the daemon makes its id.
  package init(_ text: String, file: String, id: String? = nil) {
    self.file = file
    let text = text.withoutByteOrderMark
    isJSON = Self.beginsWithObject(text)
    itemName = isJSON ? "a request" : "a task file"
    let parts = isJSON ? Self.lines(text) : Self.documents(text)
    for (linesBefore, part) in parts { addEntry(of: part, after: linesBefore) }
    if let id, entries.count == 1, case .success(var task) = entries[0].task, task.id.isEmpty {
      task.id = id
      entries[0].task = .success(task)
    }
  }

  /// Adds the request of a part of the text, which follows `linesBefore` lines. Adds nothing for comments and blank
  /// lines.
  private mutating func addEntry(of part: Substring, after linesBefore: Int) {
    do throws(FileError) {
      let text = isJSON ? Self.joiningSurrogates(part) : String(part)
      guard
        let node = try Document.rootIfAny(
          of: text, file: file, linesBefore: linesBefore, form: isJSON ? "JSON" : "YAML")
      else { return }
      // A document of comments after `---`.
      if node.isNull { return }
      entries.append(Entry(line: node.mark.line, task: readTask(node)))
    } catch {
      var error = error
      // A request in JSON has one line.
      let line = isJSON ? linesBefore + 1 : error.line
      // An object that is not closed is an error at the end of its line, not on the next one.
      if error.line > line { (error.line, error.column) = (line, part.unicodeScalars.count + 1) }
      entries.append(Entry(line: line, task: .failure(Mistakes(errors: [error]))))
    }
  }

  /// Reads the request of a mapping. Its id is empty if it has none.
  private func readTask(_ node: Node) -> Result<TaskFile, Mistakes> {
    var fields = TaskFields(node, describing: itemName, file: file, allowed: Self.keys)
    var rules = TaskRules()
    // A task of a file must repeat, a request need not.
    rules.requiresPeriod = false
    let id = fields.text("id")
    var task = TaskFile(id: id ?? "", path: file, dropIns: [], &fields, rules)
    // For mistakes that belong to no key.
    task.places[TaskFile.start] = fields.place
    if fields.errors.isEmpty { return .success(task) }
    return .failure(
      Mistakes(errors: fields.errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) }))
  }
}

// Parts of a text, each with the number of lines before it.
extension TaskStream {
  private typealias Part = (linesBefore: Int, text: Substring)

  /// Returns whether `byte` is a space, a tab or the end of a line.
  private static func isBlank(_ byte: UInt8) -> Bool {
    [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte)
  }

  /// Returns whether the first line that is not blank begins with `{` and ends with `}`. Otherwise the braces of an
  /// object are on several lines, which YAML reads.
  private static func beginsWithObject(_ text: String) -> Bool {
    let line = text.utf8.drop { isBlank($0) }.prefix { $0 != UInt8(ascii: "\n") }
    return line.first == UInt8(ascii: "{") && line.last { !isBlank($0) } == UInt8(ascii: "}")
  }

  /// Returns the lines of a text, without their newlines.
  private static func lines(_ text: String) -> [Part] {
    let newline = UInt8(ascii: "\n")
    return text.utf8.split(separator: newline, omittingEmptySubsequences: false).enumerated()
      .map { ($0.offset, Substring($0.element)) }
  }

  /// Returns the documents. A line that begins with `---` starts one, also inside quotes and blocks, as YAML defines;
  /// directives such as `%YAML 1.2` before it belong to it. Each document is read separately, so that a mistake in one
  /// does not hide the following ones.
  private static func documents(_ text: String) -> [Part] {
    var parts: [Part] = []
    // The start of the present document, which ends where the next one starts.
    var (linesBefore, start) = (0, text.startIndex)
    // The start of the directives and comments that the present line may continue; `nil` within a document.
    var possibleStart: Part? = (linesBefore: 0, text: text[...])
    var isAfterEndMarker = false
    for (number, line) in lines(text) {
      if isAfterEndMarker { possibleStart = (linesBefore: number, text: line) }
      // For the next line.
      isAfterEndMarker = isMarker("...", line)
      if isMarker("---", line) {
        let nextStart: Part = possibleStart ?? (linesBefore: number, text: line)
        if nextStart.text.startIndex > start {
          parts.append((linesBefore, text[start..<nextStart.text.startIndex]))
          linesBefore = nextStart.linesBefore
          start = nextStart.text.startIndex
        }
        possibleStart = nil
      } else if !isDirectiveOrComment(line) {
        possibleStart = nil
      }
    }
    return parts + [(linesBefore, text[start...])]
  }

  /// Returns whether a line begins with `marker`, followed by nothing or a blank.
  private static func isMarker(_ marker: String, _ line: Substring) -> Bool {
    guard line.utf8.starts(with: marker.utf8) else { return false }
    return line.utf8.dropFirst(marker.utf8.count).first.map(isBlank) ?? true
  }

  /// Returns whether a line can stand before the `---` of its document. A blank line can.
  private static func isDirectiveOrComment(_ line: Substring) -> Bool {
    guard let first = line.utf8.first(where: { !isBlank($0) }) else { return true }
    return first == UInt8(ascii: "#") || line.utf8.first == UInt8(ascii: "%")
  }

  /// Returns JSON in which each pair of surrogates, such as `\ud83d\ude00`, is one escape of YAML, `\U0001f600`. The
  /// reader of YAML refuses single surrogates.
  private static func joiningSurrogates(_ json: Substring) -> String {
    guard json.utf8.contains(UInt8(ascii: "\\")) else { return String(json) }
    let escapeLength = 6
    var (text, rest) = ("", json[...])
    while let escape = rest.firstIndex(of: "\\") {
      text += rest[..<escape]
      rest = rest[escape...]
      if let lead = surrogate(rest), UTF16.isLeadSurrogate(lead),
        let trail = surrogate(rest.dropFirst(escapeLength)), UTF16.isTrailSurrogate(trail)
      {
        // Each surrogate contains ten bits of the scalar's distance from 0x10000.
        let highBits = (UInt32(lead) - 0xD800) << 10
        let lowBits = UInt32(trail) - 0xDC00
        let scalar = 0x10000 + highBits + lowBits
        let digits = String(scalar, radix: 16)
        text += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        rest = rest.dropFirst(2 * escapeLength)
      } else {
        // The backslash and the character that it escapes, which can be a backslash.
        text += rest.prefix(2)
        rest = rest.dropFirst(2)
      }
    }
    return text + rest
  }

  /// Returns the value of the escape `\uXXXX` at the start of a text; `nil` if the text begins otherwise.
  private static func surrogate(_ text: Substring) -> UInt16? {
    guard text.hasPrefix("\\u"), text.dropFirst(2).prefix(4).count == 4 else { return nil }
    return UInt16(text.dropFirst(2).prefix(4), radix: 16)
  }
}
