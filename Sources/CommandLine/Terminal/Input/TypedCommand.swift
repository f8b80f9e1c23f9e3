import Vocabulary

/// The typed command line of `rubatoctl`, for hints that repeat it. Hints name the daemon themselves, so that options
/// which name one are left out. Values of variables are left out as well, since they can be secret and a hint can get
/// into a log.
package struct TypedCommand {
  /// The words from the verb on, without the options that name a daemon.
  private let words: [String]
  /// The words from the verb on, including the options that name a daemon.
  private let wordsWithDaemon: [String]

  /// - Parameter arguments: The words behind the name of the program.
  package init(_ arguments: [String]) {
    words = GlobalOptions.fromVerbOn(GlobalOptions.withoutDaemonOptions(arguments))
    wordsWithDaemon = GlobalOptions.fromVerbOn(arguments)
  }

  /// Returns the command line with `command`, a quoted one, in the place of the words after `--`; a `submit` without
  /// options if no command was typed.
  package func replacingCommand(_ command: String) -> String {
    let ownWords = words.prefix { $0 != "--" }
    guard ownWords.count < words.count, !ownWords.isEmpty else {
      return "rubatoctl submit -- \(command)"
    }
    return Self.line(ownWords) + " -- \(command)"
  }

  /// Returns the command line with `word`, an unexpected one, as the command.
  package func movingToCommand(_ word: String) -> String {
    var ownWords = Array(words.prefix { $0 != "--" })
    // Preferred: an occurrence that cannot be the value of an option.
    let indexBehindNoOption = ownWords.indices.last { index in
      ownWords[index] == word && index > 0 && !GlobalOptions.mayTakeValue(ownWords[index - 1])
    }
    if let index = indexBehindNoOption ?? ownWords.lastIndex(of: word) {
      ownWords.remove(at: index)
    }
    return Self.line(ownWords[...]) + " -- \(ShellText.quoted(word).visible)"
  }

  /// Returns a typed `submit` with other options in front of its own ones; `nil` for another verb, and for words that
  /// cannot be printed as they are.
  package func adding(_ options: [String]) -> String? {
    guard words.first == "submit", words.allSatisfy({ $0.visible == $0 }) else { return nil }
    return Self.line((["submit"] + options + words.dropFirst())[...])
  }

  /// Returns the command line with another verb and the same words behind it.
  package func replacingVerb(by verb: String) -> String {
    Self.line(([verb] + words.dropFirst())[...])
  }

  /// Returns the command line with `--` before the first word that belongs to no option of the verb: `submit --wait
  /// make -k` becomes `rubatoctl submit --wait -- make -k`. Proposed after an error in a `submit` without `--`. `nil`
  /// if there is no such word, or an option is unknown.
  ///
  /// - Parameters:
  ///   - flags: The options without a value.
  ///   - valued: The options with a value.
  package func separatingCommand(flags: Set<String>, valued: Set<String>) -> String? {
    // Word 0 is the verb.
    var index = 1
    while index < wordsWithDaemon.count, wordsWithDaemon[index].hasPrefix("-") {
      let word = wordsWithDaemon[index]
      let name = String(word.prefix { $0 != "=" })
      guard flags.contains(word) || valued.contains(name) else { return nil }
      // With `=`, the value is in the same word.
      let valueIsNextWord = name == word && valued.contains(name)
      index += valueIsNextWord ? 2 : 1
    }
    guard index < wordsWithDaemon.count else { return nil }
    let command = wordsWithDaemon[index...].map(ShellText.quoted).joined(separator: " ").visible
    // Only before the command: in it, `--user` is an option of the command, as in `systemctl --user`.
    return Self.line(GlobalOptions.withoutDaemonOptions(Array(wordsWithDaemon[..<index]))[...])
      + " -- \(command)"
  }

  /// Returns the command line with sudo, for a user whose request was submitted by root: `sudo rubatoctl cancel
  /// backup`. It is for the only request that the command line names; for `id` if that names several, or begins with
  /// options.
  package func asRoot(for id: String) -> String {
    let verb = words.prefix(1)
    let names = words.dropFirst().prefix { !$0.hasPrefix("-") }
    let requests = names.count == 1 ? Array(names) : [id]
    let options = names.isEmpty ? [] : words.dropFirst(verb.count + names.count)
    return "sudo " + Self.line(verb + requests + options)
  }

  /// The `import --dry-run` that a typed `submit --dry-run` of files means; `nil` for other command lines.
  package var importCheck: String? {
    let submitWords: Set = ["submit", "--dry-run", "--file", "--atomic"]
    guard words.first == "submit", words.contains("--dry-run"), !words.contains("--") else {
      return nil
    }
    // Behind a word that is no file, --dry-run is an option of a command.
    let first = words.dropFirst().first ?? ""
    guard first.hasPrefix("-") || first.hasSuffix(".yaml") || first.hasSuffix("/") else {
      return nil
    }
    let files = words.filter { !submitWords.contains($0) }
    let areFiles = !files.isEmpty && !files.contains { $0.hasPrefix("-") }
    return Self.line((["import", "--dry-run"] + (areFiles ? files : ["FILE"]))[...])
  }

  /// Returns a command line of `rubatoctl` with these words, quoted for a shell and without values of variables.
  private static func line(_ words: ArraySlice<String>) -> String {
    let ownWords = words.prefix { $0 != "--" }
    let rest = words.dropFirst(ownWords.count).map { ShellText.quoted($0).visible }
    return (["rubatoctl"] + optionTexts(ownWords) + rest).joined(separator: " ")
  }

  /// Returns the words before `--` as they are typed. A value that is an RFC 3339 time is joined with its option, as in
  /// `--latest=2026-11-30T18:00:00Z`: a message would show a separate word that is a time in local form.
  private static func optionTexts(_ words: ArraySlice<String>) -> [String] {
    var texts: [String] = []
    var previous = ""
    for word in words {
      let mayBeValue = previous.hasPrefix("--") && !previous.utf8.contains(UInt8(ascii: "="))
      if let assignment = assignmentWithoutValue(word, after: previous) {
        // The value of a variable can be secret.
        texts.append(assignment)
      } else if mayBeValue, UniversalTime.parse(word) != nil {
        texts[texts.count - 1] += "=\(ShellText.quoted(word).visible)"
      } else {
        texts.append(ShellText.quoted(word).visible)
      }
      previous = word
    }
    return texts
  }

  /// Returns an assignment of `--env` with a placeholder for its value, which no shell accepts; `nil` for other words.
  private static func assignmentWithoutValue(_ word: String, after option: String) -> String? {
    let joined = "--env="
    let isJoined = word.utf8.starts(with: joined.utf8)
    guard isJoined || option == "--env" else { return nil }
    let assignment = isJoined ? word.utf8.dropFirst(joined.utf8.count) : word.utf8[...]
    guard let equals = assignment.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = ShellText.quoted(String(Substring(assignment[..<equals]))).visible
    return "\(isJoined ? joined : "")\(name)=<VALUE>"
  }
}
