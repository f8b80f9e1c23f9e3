import Varlink

/// The options of `rubatoctl submit`.
enum CommandOptionsFile {
  private static let path = "Sources/CommandLine/Verbs/Generated/SubmitTerms"

  /// Returns three files: the declarations of the options, their conversion to a `Submit` call, and their values from a
  /// task file.
  static func files(of interface: InterfaceDescription) throws -> [GeneratedFile] {
    guard let submit = interface.input(ofMethod: "Submit") else {
      throw NotWritable(subject: "Submit")
    }
    return [
      .init(swift: "\(path).swift", from: Option.source, group),
      .init(swift: "\(path)+Call.swift", from: Option.source, call(submit) + fieldNames),
      .init(
        swift: "Sources/Programs/rubato-lab/Generated/SubmitTerms+Task.swift", from: Option.source,
        filling),
    ]
  }

  /// The code of the type that declares the options for ArgumentParser.
  private static var group: [String] {
    [
      "import ArgumentParser", "import Vocabulary", "",
      "/// When and how a submitted command runs.",
      "package struct SubmitTerms: ParsableArguments {",
    ] + Array(Option.all.map(declaration).joined(separator: [""])) + [
      "", "  package init() {}", "}",
    ]
  }

  /// Returns the code that declares an option or a flag for ArgumentParser.
  private static func declaration(_ option: Option) -> [String] {
    if case .flag = option.type {
      return [
        "  @Flag(help: \(CodeLine.literal(option.help)))",
        "  package var \(option.variable) = false",
      ]
    }
    var lines = ["  @Option("]
    if option.type.mayBeginWithDash { lines.append("    parsing: .unconditional,") }
    let completion =
      (option.completion ?? option.type.completion).map { ".list(\($0))" }
      ?? option.type.completionOfNames
    let end = completion == nil ? ")" : ","
    if let name = option.valueName {
      lines.append("    help: ArgumentHelp(")
      lines += [
        "      \(CodeLine.literal(option.help)),",
        "      valueName: \(CodeLine.literal(name)))\(end)",
      ]
    } else {
      let value = "\(CodeLine.literal(option.help))\(end)"
      let line = "    help: \(value)"
      lines += line.count > 100 ? ["    help:", "      \(value)"] : [line]
    }
    if let completion { lines.append("    completion: \(completion))") }
    lines.append(
      "  package var \(option.variable): \(option.type.isList ? "[String] = []" : "String?")")
    guard let alias = option.alias else { return lines }
    return lines + [
      "", "  @Flag(", "    help: \(CodeLine.literal(alias.help)))",
      "  package var \(alias.variable) = false",
    ]
  }

  /// Returns the code of the function that creates the `Submit` call from the typed options.
  private static func call(_ submit: Structure) -> [String] {
    // Fields other than the options and the command are set by the caller.
    let arguments = submit.fields.compactMap { field in
      let option = Option.all.first { $0.field == field.name }
      let value = field.name == "command" ? "command" : option.map(argument)
      return value.map { "      \(field.name): \($0)" }
    }
    return [
      "import Control", "import Terminal", "", "extension SubmitTerms {",
      "  package func call(_ command: CommandInfo) throws(Failure) -> Submit {", "    Submit(",
      arguments.joined(separator: ",\n"), "    )", "  }",
    ]
  }

  /// Returns the code that converts the typed text of an option to the value in the call.
  private static func argument(_ option: Option) -> String {
    let (name, typed) = (option.variable, "of: \"--\(option.flag)\"")
    if let alias = option.alias {
      let arguments = "\(name), \(typed), or: \(alias.variable), \(CodeLine.literal(alias.value))"
      return "try OptionValue.word(\n        \(arguments))"
    }
    return switch option.type {
    case .text, .word, .time, .frequency: name
    case .watched: "try OptionValue.watched(\(name))"
    case .ids: "OptionValue.ids(\(name))"
    // Only typed events are in the zone of the terminal: `Session.universalTimes` converts them.
    case .calendar: "\(name).isEmpty ? nil : \(name)"
    case .flag: "\(name) ? true : nil"
    // The refusal of a month as an interval names the calendar event in its place.
    case .duration where name == "every": "try OptionValue.interval(\(name), \(typed))"
    case .duration: "try OptionValue.seconds(\(name), \(typed))"
    case .count: "try OptionValue.whole(\(name), \(typed))"
    case .signal: "\(name).map(SignalName.short)"
    case .unit: "\(name).map(SystemdUnit.service)"
    case .conditions, .requirements, .tags: "try OptionValue.words(\(name), \(typed))"
    case .limits: "try OptionValue.limits(\(name))"
    }
  }

  /// Returns the code of the condition that the option was typed.
  private static func typed(_ option: Option) -> String {
    if case .flag = option.type { return option.variable }
    if let alias = option.alias { return "\(option.variable) != nil || \(alias.variable)" }
    return option.type.isList ? "!\(option.variable).isEmpty" : "\(option.variable) != nil"
  }

  /// The code with the fields of typed options, and with the option of each field.
  private static var fieldNames: [String] {
    [
      "", "  /// The fields of the call whose options were typed.",
      "  var typedFields: [String] {", "    var fields: [String] = []",
    ]
      + Option.all.flatMap { option in
        ["    if \(typed(option)) { fields.append(\"\(option.field)\") }"]
      } + [
        "    return fields", "  }",
        "", "  /// The option that sets each field of the call, as it is typed.",
        "  static let optionOfField = [",
      ] + Option.all.map { "    \"\($0.field)\": \"--\($0.flag)\"," } + ["  ]", "}"]
  }

  /// The code of the function that fills options that were not typed from a task file.
  private static var filling: [String] {
    [
      "import Scheduling", "import Verbs", "", "extension SubmitTerms {",
      "  /// Takes an option of a task file, unless it was typed.",
      "  mutating func fill(_ option: GivenOption) {", "    switch option.field {",
    ] + Option.all.filter { $0.key != nil && $0.term != nil }.flatMap(filling)
      + ["    default: break", "    }", "  }", "}"]
  }

  /// Returns the code that sets an option from a task file. A typed option keeps its value.
  private static func filling(_ option: Option) -> [String] {
    let name = option.variable
    if let alias = option.alias {
      return [
        "    case \"\(option.field)\":",
        "      if \(name) == nil, !\(alias.variable) { \(name) = option.value.words.first }",
      ]
    }
    let line: String =
      switch option.type {
      case .flag: "\(name) = true"
      case .conditions, .watched, .ids, .tags, .requirements, .calendar:
        "if \(name).isEmpty { \(name) = option.value.words }"
      case .limits: "\(name) = option.value.words + \(name)"
      case .text, .time, .unit, .word, .signal, .duration, .count, .frequency:
        "\(name) = \(name) ?? option.value.words.first"
      }
    return ["    case \"\(option.field)\": \(line)"]
  }
}

extension Option {
  /// The variable `atLatest` for `at-latest`, which the parser converts back.
  fileprivate var variable: String { Self.variable(ofFlag: flag) }

  /// Returns the variable of a flag without its dashes.
  static func variable(ofFlag flag: String) -> String {
    let words = flag.split(separator: "-")
    let capitalized: [String] = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return ([String(words[0])] + capitalized).joined()
  }
}

extension OptionType {
  /// The Swift code for its words; `nil` if it is not a word.
  fileprivate var completion: String? {
    if case .word(let type) = self { return "\(type).allCases.map(\\.rawValue)" }
    return nil
  }

  /// The Swift code for the ids or tags of requests; `nil` if it is a list of neither.
  fileprivate var completionOfNames: String? {
    switch self {
    case .ids: "RequestNames.completion"
    case .tags: "RequestNames.completionOfTags"
    default: nil
    }
  }

  /// Whether the option can be repeated.
  fileprivate var isList: Bool {
    switch self {
    case .conditions, .requirements, .limits, .watched, .ids, .tags, .calendar: true
    default: false
    }
  }

  /// Whether the value may begin with a dash, so that a negative number is refused as a value and not taken for an
  /// option.
  fileprivate var mayBeginWithDash: Bool {
    switch self {
    case .time, .duration, .count: true
    default: false
    }
  }
}
