/// The options that are terms in the core. They are used to compare and copy terms, and to write them as text.
enum TermsFile {
  static let file = GeneratedFile(
    swift: "Sources/Core/Scheduling/Model/Generated/Terms+Options.swift", from: Option.source,
    [
      "extension Terms {",
      "  /// The options of `submit` that are terms, in the order of its help.",
      "  package static let options: [TermOption] = [",
    ] + Option.all.flatMap(lines) + ["  ]", "}"])

  /// Returns the code of an option's `TermOption`; none if the option is not a term.
  private static func lines(_ option: Option) -> [String] {
    guard let term = option.term else { return [] }
    var names = ["\"\(option.field)\"", "flag: \"\(option.flag)\""]
    if let key = option.key { names.append("key: \"\(key)\"") }
    return [
      "    TermOption(", "      \(names.joined(separator: ", ")),",
      "      get: { $0.\(term) }, set: { $0.\(term) = $1 },",
      "      words: { \(value(of: option)) }),",
    ]
  }

  /// Returns the code that converts the term `$0` to text in the form that users type.
  private static func value(of option: Option) -> String {
    /// Returns the code for a text; `value` is the code for the term in `$0`, which can be `nil` for optional terms.
    func text(_ value: (String) -> String) -> String {
      option.isOptional ? "$0.map { .text(\(value("$0"))) }" : ".text(\(value("$0")))"
    }
    return switch option.type {
    case .text, .unit, .time: text { $0 }
    case .word: text { "\($0).rawValue" }
    case .flag: "$0 ? .flag : nil"
    case .duration: text { "\($0).notation" }
    case .count: text { "\($0).description" }
    case .signal: text { "ExpirationSignal.name(ofNumber: \($0))" }
    case .conditions: ".list($0.names)"
    case .requirements: ".list($0.words)"
    case .watched, .calendar: ".list($0.map(\\.text))"
    case .ids, .tags: ".list($0)"
    case .frequency: text { "Frequency.words(\($0))" }
    case .limits: ".limits($0)"
    }
  }
}
