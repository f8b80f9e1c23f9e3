import Varlink

/// The output about options in `rubatoctl show`, and about a task in `rubatoctl policy check`.
enum AnswerFiles {
  /// Returns the code for the options in `rubatoctl show` and in `rubatoctl policy check`.
  static func files() throws -> [GeneratedFile] {
    [
      .init(
        swift: "Sources/CommandLine/Terminal/Generated/RequestCard+Options.swift",
        from: Option.source,
        [
          "import Control", "import Vocabulary", "", "extension RequestCard {",
          "  static func addOptions(_ request: RequestInfo, to card: inout KeyValueLines) {",
        ] + (try Option.all.flatMap(lines)) + ["  }", "}"]),
      .init(
        swift: "Sources/Programs/rubato-lab/Generated/TaskSummary+Options.swift",
        from: Option.source,
        [
          "import Scheduling", "", "extension TaskSummary {",
          "  /// Summaries of the options; `nil` if there is nothing to show.",
          "  static func options(_ request: Request) -> [String?] {", "    [",
        ] + (try Option.all.compactMap(summary)) + ["    ]", "  }", "}"]),
    ]
  }

  /// Returns the code that adds an option's line to the output of `rubatoctl show`; none if the option has no line. The
  /// text of the line has fields in braces, such as `at most {} runs`: `{}` is the option itself.
  private static func lines(_ option: Option) throws -> [String] {
    guard let card = option.card else { return [] }
    let value = "request.\(option.field)"
    // Each piece but the first one begins with the name of a field, which a brace ends.
    let pieces = card.text.split(separator: "{", omittingEmptySubsequences: false)
    // The text as code, with interpolations in place of the braces.
    var text = ""
    for (index, piece) in pieces.enumerated() {
      let parts = piece.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      if index > 0, parts.count == 2 { text += try inserted(String(parts[0]), option) }
      text += parts.last.map { String($0) } ?? ""
    }
    // The code for the text, whose value is `nil` if the line is not shown.
    let shown: String =
      switch option.type {
      case .text where card.text == "{}": value
      case .flag: "\(value) ? \"\(text)\" : nil"
      case .conditions, .requirements, .ids, .tags, .calendar: "\(value).joined(separator: \", \")"
      case .watched: "WatchedWord.enumerated(\(value))"
      case .word where card.only != nil:
        "\(value) == \"\(card.only ?? "")\" ? \"\(text)\" : nil"
      case .word where card.hidden != nil:
        "\(value) == \"\(card.hidden ?? "")\" ? nil : \(value)"
      case _ where option.mayBeMissing: "\(value).map { \"\(text)\" }"
      default: "\"\(text)\""
      }
    return CodeLine.call("    card.add", ["\"\(card.label)\"", shown])
  }

  /// Returns the interpolation for a name between braces in the text of a line. An empty name is the option itself;
  /// another name is the field of another option.
  private static func inserted(_ name: String, _ option: Option) throws -> String {
    if name.isEmpty, case .duration = option.type, option.mayBeMissing {
      return "\\(DurationText.exact($0))"
    }
    if name.isEmpty {
      return option.mayBeMissing ? "\\($0)" : "\\(request.\(option.field))"
    }
    guard let other = Option.all.first(where: { $0.field == name }) else {
      throw NotWritable(subject: "{\(name)}")
    }
    if case .duration = other.type { return "\\(DurationText.exact(request.\(name)))" }
    return "\\(request.\(name))"
  }

  /// Returns the code for an option's part in the summary of a task; `nil` if the option has none. Throws an error for
  /// a type of option without such code.
  private static func summary(_ option: Option) throws -> String? {
    guard let text = option.summary, let place = option.term.map({ "terms.\($0)" }) else {
      return nil
    }
    let parts = text.split(separator: "{}", omittingEmptySubsequences: false)
    switch option.type {
    case .flag: return "      request.\(place) ? \"\(text)\" : nil,"
    case .text: return "      request.\(place).map { \"\(parts.joined(separator: "\\($0)"))\" },"
    case .conditions: return "      list(\"\(parts[0].dropLast())\", request.\(place).names),"
    case .requirements: return "      list(\"\(parts[0].dropLast())\", request.\(place).words),"
    case .ids, .tags: return "      list(\"\(parts[0].dropLast())\", request.\(place)),"
    case .watched, .calendar:
      return "      list(\"\(parts[0].dropLast())\", request.\(place).map(\\.text)),"
    default: throw NotWritable(subject: "the summary of \(option.field)")
    }
  }
}
