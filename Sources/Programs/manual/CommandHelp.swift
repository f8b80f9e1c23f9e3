import FoundationEssentials

/// The output of a program with `--experimental-dump-help`: the source of its `--help` and of its manual.
struct ProgramHelp: Decodable {
  let command: CommandHelp

  init(of dump: Data) throws { self = try JSONDecoder().decode(Self.self, from: dump) }
}

/// A program, or one of its verbs.
struct CommandHelp: Decodable {
  let commandName: String
  let superCommands: [String]?
  let shouldDisplay: Bool
  let abstract: String?
  let discussion: String?
  let arguments: [ArgumentHelp]?
  let subcommands: [CommandHelp]?
  let defaultSubcommand: String?

  /// The command, such as `rubatoctl app install`.
  var words: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }
  /// The name of its page, such as `rubatoctl-app-install`.
  var page: String { words.replacing(" ", with: "-") }

  /// The discussion without exit codes, and its part behind a paragraph `Files:` if it has one.
  var discussionParts: [Substring] {
    let paragraphs = paragraphs.filter { !$0.hasPrefix(Self.exitCodesBeginning) }
    return paragraphs.joined(separator: "\n\n").split(separator: "\n\nFiles:\n\n", maxSplits: 1)
  }

  private var paragraphs: [Substring] { (discussion ?? "").split(separator: "\n\n") }

  /// The beginning of the paragraph on exit codes.
  private static let exitCodesBeginning = "Exit codes: "

  /// The sentence on exit codes in the discussion; `nil` if there is none.
  private var ownExitCodes: String? {
    paragraphs.first { $0.hasPrefix(Self.exitCodesBeginning) }.map { paragraph in
      let words = paragraph.dropFirst(Self.exitCodesBeginning.count)
      return words.prefix(1).uppercased() + words.dropFirst()
    }
  }

  /// The exit codes of a program or a verb; `nil` for a group of verbs. The codes of a verb are those of all verbs with a
  /// daemon or without one, and those in its discussion.
  var exitCodes: String? {
    if isProgram { return ownExitCodes }
    guard shownSubcommands.isEmpty else { return nil }
    let usesDaemon = options.contains { $0.sortedNames.contains("--socket") }
    let codes =
      usesDaemon
      ? "0 success; 1 refused, invalid value, not found or held; 2 invalid command line; 3 no daemon running."
      : "0 success; 1 refused, invalid value, not found or failed; 2 invalid command line."
    return [codes, ownExitCodes].compactMap(\.self).joined(separator: " ")
  }

  private var isProgram: Bool { superCommands?.isEmpty != false }

  /// The verbs that have a page.
  var shownSubcommands: [CommandHelp] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// The command and all commands below it.
  var all: [CommandHelp] { [self] + shownSubcommands.flatMap(\.all) }

  var shownArguments: [ArgumentHelp] { (arguments ?? []).filter(\.shouldDisplay) }
  var positionals: [ArgumentHelp] { shownArguments.filter { $0.kind == .positional } }
  var options: [ArgumentHelp] { shownArguments.filter { $0.kind != .positional } }
}

/// An argument, an option or a flag.
struct ArgumentHelp: Decodable {
  enum Kind: String, Decodable {
    case positional, option, flag
  }

  struct Name: Decodable {
    enum Kind: String, Decodable {
      case long, short, longWithSingleDash
    }

    let kind: Kind
    let name: String

    var text: String { (kind == .long ? "--" : "-") + name }
  }

  let kind: Kind
  let shouldDisplay: Bool
  let isOptional: Bool
  let isRepeating: Bool
  let sectionTitle: String?
  let names: [Name]?
  let valueName: String?
  let parsingStrategy: String?
  let abstract: String?
  let discussion: String?
  let defaultValue: String?

  /// The name of its value; an argument uses `file> <url` to show two values.
  var value: String { (valueName ?? "value").replacing("> <", with: " ").uppercased() }

  /// Whether it is read only behind `--`.
  var isBehindTerminator: Bool { parsingStrategy == "postTerminator" }

  /// The names, short ones first, as in manuals.
  var sortedNames: [String] {
    let names = names ?? []
    return (names.filter { $0.kind == .short } + names.filter { $0.kind != .short }).map(\.text)
  }
}
