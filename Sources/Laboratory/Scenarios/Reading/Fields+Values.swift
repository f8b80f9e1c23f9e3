import Files
import Scheduling

// The value of a key: each method returns `nil` if the key is absent.
extension Fields {
  /// Parses the text at `key`; `nil` if the key is absent. Throws an error if `parse` returns `nil`.
  ///
  /// - Parameter allowed: The text that completes "use ...".
  func value<Parsed>(
    _ key: String, allowed: String, _ parse: (String) -> Parsed?
  ) throws(FileError) -> Parsed? {
    guard let node = node(key), let text = try text(key) else { return nil }
    if let parsed = parse(text) { return parsed }
    throw error(at: node, "\(key) '\(text)' is not allowed; use \(allowed)")
  }

  /// Returns the value of `key`, which the caller can also read by its type. Throws an error if the key is missing;
  /// `example` shows a possible value in the message.
  @discardableResult
  func require(_ key: String, example: String) throws(FileError) -> Node {
    try required(key, example)
  }

  /// Returns an error with the place of `node` in the file.
  func error(at node: Node, _ message: String) -> FileError {
    Place(node, file: place.file).error(message)
  }

  /// Reads a duration such as `1h 30m`; `nil` if the key is absent. Any other text throws an error.
  func duration(_ key: String) throws(FileError) -> Duration? {
    try value(key, allowed: DurationNotation.allowed) { DurationNotation.parse($0) }
  }

  /// Reads a duration, or two with `to` between them; `nil` if the key is absent. One duration is both ends of the
  /// range.
  func durationRange(_ key: String) throws(FileError) -> ClosedRange<Duration>? {
    try value(key, allowed: "\(DurationNotation.allowed), or two, such as 30s to 5m") { text in
      let words = text.components(between: " to ")
      let ends = words.compactMap { DurationNotation.parse($0) }
      guard ends.count == words.count, ends.count <= 2, let first = ends.first, let last = ends.last
      else { return nil }
      return first <= last ? first...last : nil
    }
  }

  /// Reads a number in `range`; `nil` if the key is absent. Any other text throws an error.
  func number(_ key: String, in range: ClosedRange<Double>) throws(FileError) -> Double? {
    try value(key, allowed: "a number from \(range.lowerBound) to \(range.upperBound)") { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Reads a whole number in `range`; `nil` if the key is absent. Any other text throws an error.
  func wholeNumber(_ key: String, in range: ClosedRange<Int>) throws(FileError) -> Int? {
    try value(key, allowed: "\(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Reads a share, written in percent; `nil` if the key is absent.
  func share(_ key: String) throws(FileError) -> Double? {
    try value(key, allowed: "0 % to 100 %, such as 95%") { Double(percent: $0) }
  }

  /// Reads the text at `key` as the case of `Word` with this raw value; `nil` if the key is absent. Any other text
  /// throws an error that lists the allowed ones.
  func word<Word: RawRepresentable & CaseIterable>(_ key: String) throws(FileError) -> Word?
  where Word.RawValue == String {
    try value(key, allowed: Word.allCases.map(\.rawValue).listed) { Word(rawValue: $0) }
  }

  /// Reads `yes` or `no`; `nil` if the key is absent. Any other text throws an error.
  func flag(_ key: String) throws(FileError) -> Bool? {
    try value(key, allowed: "yes or no") { ["yes": true, "no": false][$0] }
  }

  /// Reads the texts of a list, or the parts of one text with commas between them; `nil` if the key is absent.
  func words(_ key: String) throws(FileError) -> [String]? {
    guard let node = node(key) else { return nil }
    guard case .sequence(let items) = node else {
      return try text(key)?.components(between: ",").map { String($0.trimmed) }
    }
    return try items.map { item throws(FileError) in
      try Fields.text(of: item, key: key, place.file)
    }
  }

  // MARK: Mappings and lists

  /// Returns the mapping at `key`; `nil` if the key is absent. Throws an error if it has a key that is not in
  /// `allowed`.
  func mapping(_ key: String, allowed: [String]) throws(FileError) -> Fields? {
    guard let node = node(key) else { return nil }
    return try Fields(node, describing: "'\(key)'", allowed: allowed, file: place.file)
  }

  /// Returns the items of the list at `key`; empty if the key is absent. Throws an error if the value is not a list.
  func items(_ key: String) throws(FileError) -> [Node] {
    guard let node = node(key) else { return [] }
    guard case .sequence(let items) = node else {
      throw error(at: node, "'\(key)' must be a list; write each item on its own line after '- '")
    }
    return Array(items)
  }

  /// Whether the key is present with this one word.
  func hasWord(_ word: String, at key: String) -> Bool {
    if case .scalar(let scalar)? = node(key) { scalar.string == word } else { false }
  }
}

extension Double {
  /// Reads `95%` or `95 %`; `nil` if the text has another form.
  init?(percent text: String) {
    guard text.hasSuffix("%"), let number = Double(String(text.dropLast().trimmed)),
      (0...100).contains(number)
    else { return nil }
    self = number / 100
  }
}

extension StringProtocol {
  /// Splits the text at each `separator` and returns the parts, which can be empty. A text without `separator` is one
  /// part.
  func components(between separator: String) -> [String] {
    var parts = [""]
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(separator) {
        rest = rest.dropFirst(separator.count)
        parts.append("")
      } else {
        parts[parts.count - 1].append(rest.removeFirst())
      }
    }
    return parts
  }

  /// The text without leading and trailing spaces.
  var trimmed: SubSequence {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
