import Varlink

/// The daemon's conversion of a call's options, and of a request's for the answer.
enum CarriedOptions {
  private static let folder = "Sources/Daemon/Daemon/Generated"

  /// Returns two files of the daemon: one reads the options of a `Submit` call, the other writes the options of a
  /// request into a reply.
  static func files(of interface: InterfaceDescription) throws -> [GeneratedFile] {
    guard case .type(.structure(let request)) = interface.member("Request")?.kind else {
      throw NotWritable(subject: "Request")
    }
    return [
      .init(swift: "\(folder)/Submission+Options.swift", from: Option.source, reading),
      .init(swift: "\(folder)/RequestInfo+Options.swift", from: Option.source, try shown(request)),
    ]
  }

  /// The code of the function that sets the terms of a submission from a `Submit` call.
  private static var reading: [String] {
    [
      "import Control", "import Scheduling", "import Zones", "", "extension Submission {",
      "  /// Sets the options that need only their values.",
      "  mutating func addOptions(_ call: Submit) throws(Refusal) {",
      "    // Each of these is copied to change it.",
      "    var (run, needs) = (terms.run, terms.needs)",
    ] + Option.all.flatMap(reading) + [
      "    terms.requires = requirements.conditions",
      "    (needs.paths, needs.networks) = (requirements.paths, requirements.networks)",
      "    (terms.run, terms.needs) = (run, needs)", "  }", "}",
    ]
  }

  /// Returns the code for the place of a term while options are read: `run` and `needs` are then variables.
  private static func place(ofTerm term: String) -> String {
    term.hasPrefix("run.") || term.hasPrefix("needs.") ? term : "terms.\(term)"
  }

  /// Returns the code for the place of a term while options are written: parts of the terms are then constants.
  private static func place(ofShown term: String) -> String {
    if term.hasPrefix("run.") { return "ofRun.\(term.dropFirst("run.".count))" }
    return term.hasPrefix("needs.") ? term : "request.terms.\(term)"
  }

  /// Returns the code that checks an option of a call and sets its term; none if handwritten code does that.
  private static func reading(_ option: Option) -> [String] {
    guard let place = option.term.map(place(ofTerm:)) ?? option.place else { return [] }
    let (field, value) = ("field: \"\(option.field)\"", "call.\(option.field)")
    switch option.type {
    case .text: return ["    \(place) = \(value)"]
    case .flag: return ["    \(place) = \(value) ?? false"]
    case .word:
      return CodeLine.call("    \(place) = try Self.word", [value, field], " ?? \(place)")
    case .duration:
      return CodeLine.call("    \(place) = try Self.duration", [value, field], " ?? \(place)")
    case .count(let range):
      let bounds = "in: \(range.lowerBound)...\(range.upperBound)"
      return CodeLine.call("    \(place) = try Self.count", [value, field, bounds], " ?? \(place)")
    case .signal: return CodeLine.call("    \(place) = try Self.signal", [value, field])
    case .frequency: return CodeLine.call("    \(place) = try Self.frequency", [value, field])
    case .conditions:
      return CodeLine.call("    \(place) = try Conditions", ["names: \(value) ?? []", field])
    case .requirements:
      // They are a part of `needs`.
      return CodeLine.call(
        "    let requirements = try Requirements", ["words: \(value) ?? []", field])
    case .watched: return ["    \(place) = ChangeTrigger.named(\(value) ?? [])"]
    case .ids: return ["    \(place) = Predecessors.named(\(value) ?? [])"]
    case .tags: return ["    \(place) = Tags.named(\(value) ?? [])"]
    case .calendar:
      return CodeLine.call("    \(place) = try ZoneFiles.events", ["\(value) ?? []", field])
    case .limits: return CodeLine.call("    \(place) = RunLimits", [value])
    case .time, .unit: return []
    }
  }

  /// Returns the code of the initialiser of `RequestInfo` that reads the options from a request, and has a parameter
  /// for each other field.
  private static func shown(_ request: Structure) throws -> [String] {
    var parameters: [String] = []
    var arguments: [String] = []
    for field in request.fields {
      let option = Option.all.first { $0.field == field.name }
      // The default of an option is not in the request: the caller passes the value that is in effect.
      if let option, let shown = option.shown, !option.hasDefault {
        arguments.append("      \(field.name): \(value(of: option, shown))")
      } else {
        let type = try SwiftType(field.type)
        parameters.append("    \(field.name): \(type.name)")
        arguments.append("      \(field.name): \(field.name)")
      }
    }
    return [
      "import Control", "import Scheduling", "", "extension RequestInfo {",
      "  /// Creates a reply with the options of a request and its other values.", "  init(",
      "    optionsOf request: Request,", parameters.joined(separator: ",\n"), "  ) {",
      "    let (ofRun, needs) = (request.terms.run, request.terms.needs)",
      "    self.init(", arguments.joined(separator: ",\n"), "    )", "  }", "}",
    ]
  }

  /// Returns the code for an option of a request in the form of the interface, such as seconds for a duration.
  private static func value(of option: Option, _ shown: Option.Shown) -> String {
    let place = shown.place.map { "request.\($0)" } ?? self.place(ofShown: option.term ?? "")
    // The optional chaining of a term that may be `nil`.
    let mark = option.isOptional ? "?" : ""
    switch option.type {
    case .text, .unit, .flag, .time, .ids, .tags: return place
    case .word: return "\(place)\(mark).rawValue"
    case .duration: return "\(place)\(mark).seconds"
    case .count: return mark.isEmpty ? "Int64(\(place))" : "\(place).map { Int64($0) }"
    case .signal: return "\(place).map(Command.name(ofSignal:))"
    case .conditions: return "\(place).names"
    case .requirements: return "\(place).words"
    case .limits: return "LimitsInfo(\(place))"
    case .watched, .calendar: return "\(place).map(\\.text)"
    case .frequency: return "\(place).map { Frequency.words($0) }"
    }
  }
}
