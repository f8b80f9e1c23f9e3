import Varlink

/// What the daemon makes of a call's options, and what it shows of a request's.
enum CarriedOptions {
  private static let folder = "Sources/Daemon/Daemon/Generated"

  static func files(of interface: InterfaceDescription) throws -> [GeneratedFile] {
    guard case .type(.structure(let request)) = interface.member("Request")?.kind else {
      throw NotWritable(what: "Request")
    }
    return [
      .init(swift: "\(folder)/Submission+Options.swift", from: Option.source, taken),
      .init(swift: "\(folder)/RequestInfo+Options.swift", from: Option.source, try shown(request)),
      .init(swift: "\(folder)/Submission+Kept.swift", from: Option.source, kept),
    ]
  }

  private static var taken: [String] {
    [
      "import Control", "import Scheduling", "", "extension Submission {",
      "  /// Takes the options that need nothing beside their values.",
      "  mutating func addOptions(_ call: Submit) throws(Refusal) {",
    ] + Option.all.flatMap(taken) + ["  }", "}"]
  }

  private static func taken(_ option: Option) -> [String] {
    let (field, value) = ("field: \"\(option.field)\"", "call.\(option.field)")
    if case .requirements = option.type {
      return CodeLine.call("    try addRequirements", [value, field])
    }
    guard let place = option.place else { return [] }
    if case .watched = option.type {
      return ["    \(place) = ChangeTrigger.named(\(value) ?? [])"]
    }
    switch option.type {
    case .text: return ["    \(place) = \(value)"]
    case .flag: return ["    \(place) = \(value) ?? false"]
    case .word:
      return CodeLine.call("    \(place) = try Self.word", [value, field], " ?? \(place)")
    case .duration:
      return CodeLine.call("    \(place) = try Self.duration", [value, field], " ?? \(place)")
    case .count(let range):
      let bounds = "in: \(range.lowerBound)...\(range.upperBound)"
      return CodeLine.call("    \(place) = try Self.count", [value, field, bounds])
    case .signal: return CodeLine.call("    \(place) = try Self.signal", [value, field])
    case .frequency: return CodeLine.call("    \(place) = try Self.frequency", [value, field])
    case .conditions:
      return CodeLine.call("    \(place) = try Conditions", ["names: \(value) ?? []", field])
    case .limits: return CodeLine.call("    \(place) = RunLimits", [value])
    case .time, .unit, .requirements, .watched: return []
    }
  }

  private static var kept: [String] {
    [
      "import Scheduling", "", "extension Submission {",
      "  /// Takes the options that are not named from a request, all but its kind and dates.",
      "  mutating func keepOptions(of request: Request, but named: Set<String>) {",
    ] + Option.all.flatMap(kept) + [
      "  }", "", "  /// The fields of a call by which a request can be changed.",
      "  static let options: Set = [",
    ] + Option.all.filter { $0.key != nil }.map { "    \"\($0.field)\"," } + ["  ]", "}"]
  }

  private static func kept(_ option: Option) -> [String] {
    guard let place = option.standing else { return [] }
    let condition = "    if !named.contains(\"\(option.field)\") {"
    if case .requirements = option.type {
      return [
        condition, "      requires = request.requires", "      needs.paths = request.needs.paths",
        "    }",
      ]
    }
    let line = "\(condition) \(option.place ?? place) = request.\(place) }"
    let isLong = line.count > 100
    return isLong
      ? [condition, "      \(option.place ?? place) = request.\(place)", "    }"] : [line]
  }

  /// An initialiser that takes everything but the options.
  private static func shown(_ request: Structure) throws -> [String] {
    var (parameters, arguments): ([String], [String]) = ([], [])
    for field in request.fields {
      let option = Option.all.first { $0.field == field.name && $0.shown != nil }
      if let option, let shown = option.shown {
        arguments.append("      \(field.name): \(value(of: option, shown))")
      } else {
        let type = try SwiftType(field.type)
        parameters.append("    \(field.name): \(type.name)")
        arguments.append("      \(field.name): \(field.name)")
      }
    }
    return [
      "import Control", "import Scheduling", "", "extension RequestInfo {",
      "  /// Shows the options of a request, beside all else that is told of it.", "  init(",
      "    optionsOf request: Request,", parameters.joined(separator: ",\n"), "  ) {",
      "    self.init(", arguments.joined(separator: ",\n"), "    )", "  }", "}",
    ]
  }

  private static func value(of option: Option, _ shown: Option.Shown) -> String {
    let place = "request.\(shown.place)"
    // A chain with a question mark goes on as one.
    let mark = shown.isOptional && !shown.place.hasSuffix("every") ? "?" : ""
    switch option.type {
    case .text, .unit, .flag, .requirements, .time: return place
    case .word: return "\(place)\(mark).rawValue"
    case .duration: return "\(place)\(mark).seconds"
    case .count: return "Int64(\(place))"
    case .signal: return "\(place).map(Command.name(ofSignal:))"
    case .conditions: return "\(place).names"
    case .limits: return "LimitsInfo(\(place))"
    case .watched: return "\(place).map(\\.text)"
    case .frequency: return "\(place).map { Frequency.words($0) }"
    }
  }
}
