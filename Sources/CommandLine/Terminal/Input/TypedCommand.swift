/// The typed command line of `rubatoctl`, for hints that repeat it. Hints name the daemon themselves, so that options
/// which name one are left out.
package struct TypedCommand {
  /// The words from the verb on.
  private let words: [String]

  /// - Parameter arguments: The words behind the name of the program.
  package init(_ arguments: [String]) {
    words = GlobalOptions.withoutLeading(GlobalOptions.withoutDaemon(arguments))
  }

  /// Returns the command line with `command`, a quoted one, in the place of the words after `--`; a `submit` without
  /// options if no command was typed.
  package func replacingCommand(_ command: String) -> String {
    let own = words.prefix { $0 != "--" }
    guard own.count < words.count, !own.isEmpty else { return "rubatoctl submit -- \(command)" }
    return Self.line(own) + " -- \(command)"
  }

  /// Returns the command line with `word`, an unexpected one, as the command.
  package func movingToCommand(_ word: String) -> String {
    var own = Array(words.prefix { $0 != "--" })
    if let index = own.lastIndex(of: word) { own.remove(at: index) }
    return Self.line(own[...]) + " -- \(ShellText.quoted(word).visible)"
  }

  /// Returns a typed `submit` with other options in front of its own ones; `nil` for another verb.
  package func adding(_ options: [String]) -> String? {
    guard words.first == "submit" else { return nil }
    return Self.line((["submit"] + options + words.dropFirst())[...])
  }

  /// Returns the command line with `--` before the first word that belongs to no option of the verb; `nil` if there is
  /// none, or an option is unknown.
  ///
  /// - Parameters:
  ///   - flags: The options without a value.
  ///   - valued: The options with a value.
  package func separatingCommand(flags: Set<String>, valued: Set<String>) -> String? {
    var index = 1
    while index < words.count, words[index].hasPrefix("-") {
      let word = words[index]
      let name = String(word.prefix { $0 != "=" })
      guard flags.contains(word) || valued.contains(name) else { return nil }
      index += name == word && valued.contains(name) ? 2 : 1
    }
    guard index < words.count else { return nil }
    let command = words[index...].map(ShellText.quoted).joined(separator: " ").visible
    return Self.line(words[..<index]) + " -- \(command)"
  }

  /// Returns the check of the files of a typed `submit --dry-run`; `nil` for other command lines.
  package var checkOfFiles: String? {
    let submits: Set = ["submit", "--dry-run", "--file", "--atomic"]
    guard words.first == "submit", words.contains("--dry-run"), !words.contains("--") else {
      return nil
    }
    let files = words.filter { !submits.contains($0) }
    let isKnown = !files.isEmpty && !files.contains { $0.hasPrefix("-") }
    return Self.line((["import", "--dry-run"] + (isKnown ? files : ["FILE"]))[...])
  }

  private static func line(_ words: ArraySlice<String>) -> String {
    (["rubatoctl"] + words.map { ShellText.quoted($0).visible }).joined(separator: " ")
  }
}
