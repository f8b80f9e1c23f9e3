/// A page of the manual of a program or of a verb, for troff.
struct ManualPage {
  let name: String
  let section: Int
  let text: String

  var file: String { "man\(section)/\(name).\(section)" }

  /// Creates the page of a program or of one of its verbs, with the usual sections of a manual page.
  ///
  /// - Parameter program: The program that has the verb; its page is named in SEE ALSO.
  init(of command: CommandHelp, in section: Int, version: String, program: CommandHelp) {
    name = command.page
    self.section = section
    // Without hyphens at line ends and without stretched spaces, so that options can be searched and copied.
    var lines = [
      ".TH \(Roff.quoted(name.uppercased())) \(section) \"\" \(Roff.quoted("Rubato \(version)")) \"Rubato\"",
      ".nr HY 0", ".ad l",
    ]
    lines += [".SH NAME", "\(name.replacing("-", with: "\\-")) \\- \(Self.whatis(command))"]
    lines += [".SH SYNOPSIS"] + Self.synopsis(of: command)
    lines += [".SH DESCRIPTION"] + Self.description(of: command)
    lines += Self.subcommands(of: command, section: section)
    lines += Self.list(command.positionals, title: "ARGUMENTS")
    lines += Self.options(of: command)
    lines += Self.files(of: command)
    if let codes = command.exitCodes { lines += [".SH EXIT STATUS"] + Roff.paragraphs(codes) }
    lines += [".SH SEE ALSO"] + Self.seeAlso(command, section: section, program: program)
    text = Self.withPaths(lines.joined(separator: "\n") + "\n")
  }

  /// Replaces paths of documents in the source tree by their installed paths.
  private static func withPaths(_ text: String) -> String {
    text.replacing(/\bdocs\/(?=[a-z\\-]+\.md)/, with: "/usr/share/doc/rubato/docs/")
  }

  /// Returns the abstract of a command as a phrase, without a capital and a full stop.
  private static func whatis(_ command: CommandHelp) -> String {
    var phrase = command.abstract ?? ""
    if phrase.hasSuffix(".") { phrase.removeLast() }
    // A first word such as an abbreviation keeps its capitals.
    guard let first = phrase.first, phrase.dropFirst().first?.isLowercase == true else {
      return Roff.text(phrase)
    }
    return Roff.text(first.lowercased() + phrase.dropFirst())
  }

  /// Returns the line of the section SYNOPSIS: the command, its options, its arguments and its verbs.
  private static func synopsis(of command: CommandHelp) -> [String] {
    var line = Roff.bold(command.words)
    if !command.options.isEmpty { line += " [\(Roff.italic("OPTION"))...]" }
    for argument in command.positionals {
      let value = Roff.italic(argument.value)
      let end = argument.isBehindTerminator ? "\(Roff.bold("--")) " : ""
      let word = end + (argument.isRepeating ? "\(value)..." : value)
      line += argument.isOptional ? " [\(word)]" : " \(word)"
    }
    if !command.shownSubcommands.isEmpty { line += " \(Roff.italic("VERB")) ..." }
    return [line]
  }

  /// Returns the abstract and the discussion of the command, up to its files and without its exit codes.
  private static func description(of command: CommandHelp) -> [String] {
    Roff.paragraphs(command.abstract ?? "")
      + Roff.paragraphs(command.discussionParts.first.map { String($0) } ?? "")
  }

  /// Returns the section FILES; empty if the discussion names no files.
  private static func files(of command: CommandHelp) -> [String] {
    let parts = command.discussionParts
    return parts.count == 2 ? [".SH FILES"] + Roff.paragraphs(String(parts[1])) : []
  }

  /// Returns the section VERBS, with a reference to the page of each verb; empty if there are none.
  private static func subcommands(of command: CommandHelp, section: Int) -> [String] {
    let shown = command.shownSubcommands
    guard !shown.isEmpty else { return [] }
    return [".SH VERBS"]
      + shown.flatMap { verb in
        let isDefault =
          verb.commandName == command.defaultSubcommand ? " The default." : ""
        return [
          ".TP", "\(reference(verb.page, section))", Roff.text((verb.abstract ?? "") + isDefault),
        ]
      }
  }

  /// Returns a section for each title of a group of options. The title is OPTIONS if a group has none.
  private static func options(of command: CommandHelp) -> [String] {
    var titles: [String?] = []
    for option in command.options where !titles.contains(option.sectionTitle) {
      titles.append(option.sectionTitle)
    }
    return titles.flatMap { title in
      list(
        command.options.filter { $0.sectionTitle == title },
        title: title?.uppercased() ?? "OPTIONS")
    }
  }

  /// Returns a section with a list of arguments or options; empty if there are none.
  private static func list(_ arguments: [ArgumentHelp], title: String) -> [String] {
    guard !arguments.isEmpty else { return [] }
    return [".SH \(Roff.quoted(title))"] + arguments.flatMap(item)
  }

  /// Returns the entry of an argument or an option: its names, its value and its text.
  private static func item(_ argument: ArgumentHelp) -> [String] {
    let value = Roff.italic(argument.value)
    let head: String =
      switch argument.kind {
      case .positional: value
      case .flag: argument.sortedNames.map(Roff.bold).joined(separator: ", ")
      case .option: argument.sortedNames.map { "\(Roff.bold($0)) \(value)" }.joined(separator: ", ")
      }
    var text = argument.abstract ?? ""
    if let defaultValue = argument.defaultValue, !defaultValue.isEmpty {
      text += " Default: \(defaultValue)."
    }
    let more = Roff.paragraphs(argument.discussion ?? "").map { $0 == ".PP" ? ".IP" : $0 }
    return [".TP", head, Roff.text(text)] + more
  }

  /// Returns the references to the page of the program and to Rubato's main pages, without the page itself.
  private static func seeAlso(
    _ command: CommandHelp, section: Int, program: CommandHelp
  ) -> [String] {
    let isProgram = command.words == program.words
    var pages: [(name: String, section: Int)] = isProgram ? [] : [(program.page, section)]
    let mainPages = [
      ("rubato", 7), ("rubatoctl", 1), ("rubatod", 8), ("rubato-tasks", 5), ("rubato-policy", 5),
    ]
    for (name, section) in mainPages where name != command.page {
      let isListed = pages.contains { $0 == (name, section) }
      if !isListed { pages.append((name, section)) }
    }
    return [pages.map { reference($0.name, $0.section) }.joined(separator: ",\n")]
  }

  /// Returns a reference to a page, such as rubatoctl(1).
  private static func reference(_ page: String, _ section: Int) -> String {
    "\(Roff.bold(page))(\(section))"
  }
}
