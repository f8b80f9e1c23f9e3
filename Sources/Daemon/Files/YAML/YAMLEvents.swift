import CYAML

/// A mistake in a YAML text, with its place.
struct YAMLMistake: Error {
  var problem: String
  var mark: Node.Mark
  /// Whether the text is valid YAML, but repeats a key.
  var isRepetition = false
}

/// The events of a YAML text, in order, as libyaml reports them.
///
/// The text must stay in place while this reads it.
final class YAMLEvents {
  enum Event {
    case streamStart, streamEnd, documentEnd
    case documentStart(Node.Mark)
    case alias(String, Node.Mark)
    case scalar(Node.Scalar, anchor: String?)
    case listStart(anchor: String?, Node.Mark)
    case mappingStart(anchor: String?, Node.Mark)
    case listEnd, mappingEnd
  }

  /// The parser, at a fixed address, because libyaml keeps it.
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let text: UnsafeBufferPointer<UInt8>
  /// The number of lines before the text in its file.
  private let linesBefore: Int

  /// Prepares to read the events of `text`, which must be in UTF-8.
  init(_ text: UnsafeBufferPointer<UInt8>, linesBefore: Int) {
    self.text = text
    self.linesBefore = linesBefore
    guard yaml_parser_initialize(parser) == 1 else { fatalError("Out of memory.") }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// Returns the next event; `streamEnd` repeatedly after the last one. Throws if the text is not valid YAML.
  func next() throws(YAMLMistake) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw mistake }
    defer { yaml_event_delete(&event) }
    let mark = Node.Mark(event.start_mark, linesBefore)
    switch event.type {
    case YAML_STREAM_START_EVENT: return .streamStart
    case YAML_DOCUMENT_START_EVENT: return .documentStart(mark)
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_ALIAS_EVENT: return .alias(Self.text(event.data.alias.anchor) ?? "", mark)
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return .scalar(
        Node.Scalar(
          string: String(decoding: bytes, as: UTF8.self),
          isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE, mark: mark),
        anchor: Self.text(scalar.anchor))
    case YAML_SEQUENCE_START_EVENT:
      return .listStart(anchor: Self.text(event.data.sequence_start.anchor), mark)
    case YAML_MAPPING_START_EVENT:
      return .mappingStart(anchor: Self.text(event.data.mapping_start.anchor), mark)
    case YAML_SEQUENCE_END_EVENT: return .listEnd
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    // After the end of the stream, libyaml returns events without a type.
    default: return .streamEnd
    }
  }

  /// Copies a text of libyaml, such as the name of an anchor; `nil` if there is none.
  private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    bytes.map { String(cString: $0) }
  }

  /// Returns the cause of a frequent mistake, and its remedy; `nil` for other mistakes. libyaml names the state of its
  /// scanner.
  private func advice(on problem: String, _ mark: Node.Mark) -> String? {
    let context = parser.pointee.context.map { String(cString: $0) }
    if context == "while scanning an alias" {
      let value = rest(of: Node.Mark(parser.pointee.context_mark, 0))
      // The rest of the line is the value alone, and can be quoted as it is.
      let isPlain = !value.contains { "[]{}'\"#,".contains($0) }
      return "a value cannot begin with '*'; put it in quotes" + (isPlain ? ": '\(value)'" : "")
    }
    let restOfLine = rest(of: mark)
    if problem.contains("tab character") || restOfLine.first == "\t" {
      return "a tab cannot indent a line; use spaces"
    }
    guard problem == "found character that cannot start any token",
      let first = restOfLine.first
    else { return nil }
    return "a value cannot begin with '\(first)'; put it in quotes"
  }

  /// Returns the rest of the line from `mark` on, which is counted from the start of the text.
  private func rest(of mark: Node.Mark) -> String {
    // Scalars, since "\r\n" is one character.
    let lines = String(decoding: text, as: UTF8.self).unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(mark.line - 1) else { return "" }
    var value = lines[mark.line - 1].dropFirst(mark.column - 1)
    if value.last == "\r" { value = value.dropLast() }
    return String(String.UnicodeScalarView(value))
  }

  /// The mistake at which the parser has stopped, with its place and, if it is a frequent one, with advice.
  private var mistake: YAMLMistake {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
    guard parser.pointee.error == YAML_READER_ERROR else {
      let mark = parser.pointee.problem_mark
      return YAMLMistake(
        problem: advice(on: problem, Node.Mark(mark, 0)) ?? problem,
        mark: Node.Mark(mark, linesBefore))
    }
    // For characters that YAML forbids, libyaml reports an offset in bytes.
    let before = String(decoding: text.prefix(parser.pointee.problem_offset), as: UTF8.self)
    let lines = before.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    return YAMLMistake(
      problem: problem,
      mark: Node.Mark(
        line: linesBefore + max(1, lines.count), column: (lines.last?.count ?? 0) + 1
      ))
  }
}

extension Node.Mark {
  /// Converts a position; libyaml counts from 0, and from the start of the text.
  fileprivate init(_ mark: yaml_mark_t, _ linesBefore: Int) {
    self.init(line: linesBefore + mark.line + 1, column: mark.column + 1)
  }
}
