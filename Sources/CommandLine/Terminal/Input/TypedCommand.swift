import Vocabulary

/// The typed command line of `rubatoctl`, for hints that repeat it. Hints name the daemon themselves, so that options
/// which name one are left out. Values of variables are left out as well, since they can be secret and a hint can get
/// into a log.
package struct TypedCommand {
  /// The words from the verb on.
  private let words: [String]
  /// The same words with the options that name a daemon.
  private let allWords: [String]

  /// - Parameter arguments: The words behind the name of the program.
  package init(_ arguments: [String]) {
    words = GlobalOptions.withoutLeading(GlobalOptions.withoutDaemon(arguments))
    allWords = GlobalOptions.withoutLeading(arguments)
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
    let free = own.indices.last { index in
      own[index] == word && index > 0 && !GlobalOptions.mayTakeValue(own[index - 1])
    }
    if let index = free ?? own.lastIndex(of: word) { own.remove(at: index) }
    return Self.line(own[...]) + " -- \(ShellText.quoted(word).visible)"
  }

  /// Returns a typed `submit` with other options in front of its own ones; `nil` for another verb, and for words that
  /// cannot be printed as they are.
  package func adding(_ options: [String]) -> String? {
    guard words.first == "submit", words.allSatisfy({ $0.visible == $0 }) else { return nil }
    return Self.line((["submit"] + options + words.dropFirst())[...])
  }

  /// Returns the command line with `--` before the first word that belongs to no option of the verb; `nil` if there is
  /// none, or an option is unknown.
  ///
  /// - Parameters:
  ///   - flags: The options without a value.
  ///   - valued: The options with a value.
  package func separatingCommand(flags: Set<String>, valued: Set<String>) -> String? {
    // An option that names a daemon belongs to the command if it stands in it, as in `systemctl --user`.
    var index = 1
    while index < allWords.count, allWords[index].hasPrefix("-") {
      let word = allWords[index]
      let name = String(word.prefix { $0 != "=" })
      guard flags.contains(word) || valued.contains(name) else { return nil }
      index += name == word && valued.contains(name) ? 2 : 1
    }
    guard index < allWords.count else { return nil }
    let command = allWords[index...].map(ShellText.quoted).joined(separator: " ").visible
    return Self.line(GlobalOptions.withoutDaemon(Array(allWords[..<index]))[...]) + " -- \(command)"
  }

  /// Returns the command line as root's, for the only request that it names; for `id` if it names others too, or
  /// begins with options.
  package func asRoot(for id: String) -> String {
    let names = words.dropFirst().prefix { !$0.hasPrefix("-") }
    let options = names.isEmpty ? [] : words.dropFirst(1 + names.count)
    return "sudo " + Self.line(words.prefix(1) + (names.count == 1 ? Array(names) : [id]) + options)
  }

  /// Returns the check of the files of a typed `submit --dry-run`; `nil` for other command lines.
  package var checkOfFiles: String? {
    let submits: Set = ["submit", "--dry-run", "--file", "--atomic"]
    guard words.first == "submit", words.contains("--dry-run"), !words.contains("--") else {
      return nil
    }
    // Behind a word that is no file, it is an option of a command.
    let first = words.dropFirst().first ?? ""
    guard first.hasPrefix("-") || first.hasSuffix(".yaml") || first.hasSuffix("/") else {
      return nil
    }
    let files = words.filter { !submits.contains($0) }
    let isKnown = !files.isEmpty && !files.contains { $0.hasPrefix("-") }
    return Self.line((["import", "--dry-run"] + (isKnown ? files : ["FILE"]))[...])
  }

  private static func line(_ words: ArraySlice<String>) -> String {
    let own = words.prefix { $0 != "--" }
    let rest = words.dropFirst(own.count).map { ShellText.quoted($0).visible }
    return (["rubatoctl"] + options(own) + rest).joined(separator: " ")
  }

  /// Returns the words before `--` as they are typed.
  private static func options(_ words: ArraySlice<String>) -> [String] {
    var texts: [String] = []
    var option = ""
    for word in words {
      if let assignment = variable(word, after: option) {
        texts.append(assignment)
      } else if option.hasPrefix("--"), !option.contains("="), UniversalTime.parse(word) != nil {
        // Messages show a word that is a whole time in local form.
        texts[texts.count - 1] += "=\(ShellText.quoted(word).visible)"
      } else {
        texts.append(ShellText.quoted(word).visible)
      }
      option = word
    }
    return texts
  }

  /// Returns an assignment of `--env` with a placeholder for its value, which no shell accepts; `nil` for other words.
  private static func variable(_ word: String, after option: String) -> String? {
    let joined = "--env="
    let isJoined = word.hasPrefix(joined)
    guard isJoined || option == "--env" else { return nil }
    let assignment = isJoined ? word.dropFirst(joined.count) : word[...]
    guard let equals = assignment.firstIndex(of: "=") else { return nil }
    let name = ShellText.quoted(String(assignment[..<equals])).visible
    return "\(isJoined ? joined : "")\(name)=<VALUE>"
  }
}
