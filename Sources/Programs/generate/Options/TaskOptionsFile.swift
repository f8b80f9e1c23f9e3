/// The options as keys of a task file.
enum TaskOptionsFile {
  static let file = GeneratedFile(
    swift: "Sources/Daemon/Files/Generated/Terms+Fields.swift", from: Option.source,
    [
      "import Scheduling", "", "extension Terms {",
      "  /// Takes the options of a task file.",
      "  mutating func read(_ fields: inout TaskFields) {",
    ] + Option.all.flatMap(reading) + ["  }", "}"])

  /// Returns the line of code that sets a term from its key in a task file; none if the option has no key or is not a
  /// term.
  private static func reading(_ option: Option) -> [String] {
    guard let key = option.key, let term = option.term else { return [] }
    let value = "fields.\(option.type.reading(key))"
    // A term that must have a value keeps its default if the file does not name it.
    let rest: String =
      switch option.type {
      case .flag: " ?? false"
      case .signal: "?.number"
      case .word, .count: option.isOptional ? "" : " ?? \(term)"
      default: ""
      }
    return ["    \(term) = \(value)\(rest)"]
  }
}

extension OptionType {
  /// Returns the code that reads a value of this type from the key of a task file.
  fileprivate func reading(_ key: String) -> String {
    switch self {
    case .text, .unit: "text(\"\(key)\")"
    case .time: "time(\"\(key)\")"
    case .word: "word(\"\(key)\")"
    case .flag: "flag(\"\(key)\")"
    case .duration: "duration(\"\(key)\")"
    case .count(let range): "number(\"\(key)\", in: \(range.lowerBound)...\(range.upperBound))"
    case .signal: "signal(\"\(key)\")"
    case .conditions: "conditions(\"\(key)\")"
    case .requirements: "requirements(\"\(key)\")"
    case .limits: "limits(\"\(key)\")"
    case .watched: "watched(\"\(key)\")"
    case .ids: "ids(\"\(key)\")"
    case .tags: "tags(\"\(key)\")"
    case .calendar: "events(\"\(key)\")"
    case .frequency: "frequency(\"\(key)\")"
    }
  }
}
