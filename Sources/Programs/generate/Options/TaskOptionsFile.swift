/// The options as keys of a task file.
enum TaskOptionsFile {
  private static var options: [(option: Option, key: String)] {
    Option.all.compactMap { option in option.key.map { (option, $0) } }
  }

  static let file = GeneratedFile(
    swift: "Sources/Daemon/Files/Generated/TaskOptions.swift", from: Option.source,
    [
      "import Scheduling", "",
      "/// The options of `submit` that stand in a task file.",
      "package struct TaskOptions: Sendable {",
    ] + options.map(property) + ["", "  package init() {}"] + reading + taking + comparing + names
      + ["}"])

  private static func property(_ option: Option, _ key: String) -> String {
    "  package var \(option.field)\(option.type.declaration)"
  }

  private static var reading: [String] {
    ["", "  init(_ fields: inout TaskFields) {"]
      + options.map { "    \($0.option.field) = fields.\($0.option.type.reading($0.key))" } + [
        "  }"
      ]
  }

  private static var taking: [String] {
    [
      "", "  /// All of them but the dates, which are told from a day.",
      "  func add(to submission: inout Submission) {",
    ] + options.flatMap { taking($0.option) } + ["  }"]
  }

  private static func taking(_ option: Option) -> [String] {
    let field = option.field
    if case .requirements = option.type {
      return [
        "    submission.requires = \(field).conditions",
        "    submission.needs.paths = \(field).paths",
      ]
    }
    guard let place = option.place.map({ "submission.\($0)" }) else { return [] }
    switch option.type {
    case .flag: return ["    \(place) = \(field) ?? false"]
    case .signal: return ["    \(place) = \(field)?.number"]
    case .word: return ["    \(place) = \(field) ?? \(place)"]
    default: return ["    \(place) = \(field)"]
    }
  }

  private static var comparing: [String] {
    [
      "", "  /// The fields of a call whose options differ.",
      "  package func fields(differingFrom other: TaskOptions) -> [String] {",
      "    var fields: [String] = []",
    ]
      + options.flatMap { option, _ in
        [
          "    if \(option.field) != other.\(option.field) {",
          "      fields.append(\"\(option.field)\")", "    }",
        ]
      } + ["    return fields", "  }"]
  }

  private static var names: [String] {
    [
      "", "  static let keys = [",
    ] + options.map { "    \"\($0.key)\"," } + [
      "  ]", "",
      "  /// The key that fills a field of a call.", "  static let keyOfField = [",
    ] + options.map { "    \"\($0.option.field)\": \"\($0.key)\"," } + ["  ]"]
  }
}

extension OptionType {
  fileprivate var declaration: String {
    switch self {
    case .text, .time, .unit: ": String?"
    case .word(let name): ": \(name)?"
    case .flag: ": Bool?"
    case .duration: ": Duration?"
    case .count: ": Int?"
    case .signal: ": ExpirationSignal?"
    case .conditions: ": Conditions = []"
    case .requirements: " = Requirements()"
    case .limits: " = RunLimits()"
    case .watched: ": [ExactString] = []"
    case .frequency: ": Duration?"
    }
  }

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
    case .frequency: "frequency(\"\(key)\")"
    }
  }
}
