/// The options of a request that are not as they are unless given: what is lost with it, and what stands in a task file.
enum GivenOptionsFile {
  static let file = GeneratedFile(
    swift: "Sources/Core/Scheduling/Model/Generated/Request+GivenOptions.swift",
    from: Option.source,
    [
      "extension Request {",
      "  /// The options of `submit` that are not as they are unless given, but for its kind and dates.",
      "  package var givenOptions: [GivenOption] {",
      "    let usual = Self.usual", "    var options = GivenOptions()",
    ] + Option.all.flatMap(lines) + ["    return options.all", "  }", "}"])

  private static func lines(_ option: Option) -> [String] {
    guard let place = option.standing else { return [] }
    let names = [
      "\"\(option.field)\"", "\"\(option.flag)\"", option.key.map { "\"\($0)\"" } ?? "nil",
    ]
    return CodeLine.call("    options.add", names + [value(of: option, place)])
  }

  private static func value(of option: Option, _ place: String) -> String {
    // What need not be there goes on as a chain.
    let isOptional = option.kept != nil || option.shown?.isOptional == true
    let mark = isOptional && !place.hasSuffix("every") ? "?" : ""
    func unlessUsual(_ text: String) -> String {
      isOptional
        ? "text: \(place)\(mark)\(text)"
        : "text: \(place) == usual.\(place) ? nil : \(place)\(text)"
    }
    return switch option.type {
    case .text, .unit, .time: "text: \(place)"
    case .word: unlessUsual(".rawValue")
    case .flag: "isOn: \(place)"
    case .duration: unlessUsual(".notation")
    case .count: unlessUsual(".description")
    case .signal: "text: \(place).map(ExpirationSignal.name(ofNumber:))"
    case .conditions: "list: \(place).names"
    case .requirements: "list: requiredWords"
    case .watched: "list: \(place).map(\\.text)"
    case .frequency: "text: \(place).map { Frequency.words($0) }"
    case .limits: "limits: \(place)"
    }
  }
}

extension Option {
  /// Where `Request` keeps it; nil where that is for more than its value, or not at all.
  var standing: String? {
    if case .time = type { return nil }
    return kept ?? shown?.place
  }
}
