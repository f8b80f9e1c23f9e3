import FoundationEssentials

/// What a program says of itself with `--experimental-dump-help`: the source of its `--help` and of its manual.
struct ProgramHelp: Decodable {
  let command: CommandHelp

  init(of dump: Data) throws { self = try JSONDecoder().decode(Self.self, from: dump) }
}

/// A program, or a verb of it.
struct CommandHelp: Decodable {
  let commandName: String
  let superCommands: [String]?
  let shouldDisplay: Bool
  let abstract: String?
  let discussion: String?
  let arguments: [ArgumentHelp]?
  let subcommands: [CommandHelp]?
  let defaultSubcommand: String?

  /// Such as `rubatoctl app install`.
  var words: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }
  /// Such as `rubatoctl-app-install`.
  var page: String { words.replacing(" ", with: "-") }

  var shownSubcommands: [CommandHelp] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// It and all below it.
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

  /// What stands for a value of it; `file> <url` is how an argument says that it is two.
  var value: String { (valueName ?? "value").replacing("> <", with: " ").uppercased() }

  /// Whether it is read behind `--` only.
  var isBehindTerminator: Bool { parsingStrategy == "postTerminator" }

  /// Short ones first, as manuals have them.
  var sortedNames: [String] {
    let names = names ?? []
    return (names.filter { $0.kind == .short } + names.filter { $0.kind != .short }).map(\.text)
  }
}
