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

  /// The discussion, and its part behind a paragraph `Files:` if it has one.
  var discussionParts: [Substring] {
    (discussion ?? "").split(separator: "\n\nFiles:\n\n", maxSplits: 1)
  }

  /// The exit codes of a verb of `rubatoctl`, by its options: a verb without a daemon has fewer.
  var exitCodes: String {
    let names = Set(options.flatMap(\.sortedNames))
    let usesDaemon = names.contains("--socket")
    let describesCodes = "\(abstract ?? "") \(discussion ?? "")".contains(/[Ee]xit [01]/)
    let causes =
      ["refused", "invalid value", "not found"] + (usesDaemon ? ["held"] : ["failed"])
      + (describesCodes ? ["as described above"] : [])
    var codes = "0 success; 1 \(causes.dropLast().joined(separator: ", ")) or \(causes.last ?? "")"
    let waitsForSuccess = options.contains {
      $0.sortedNames.contains("--wait") && $0.abstract?.contains("exit 0 only") == true
    }
    if waitsForSuccess { codes += ", and with --wait if it did not succeed" }
    codes += "; 2 invalid command line"
    if usesDaemon { codes += "; 3 no daemon running" }
    return codes + (names.contains("--exit-code") ? "; with --exit-code, also others." : ".")
  }

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
