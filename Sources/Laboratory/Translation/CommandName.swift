import Scheduling

/// Finds the program that a line for a shell is about, such as `restic` in `cd / && nice restic backup`. It is the name
/// of a translated request that has none.
enum CommandName {
  /// The characters between simple commands.
  private static let separators: Set<Character> = [";", "&", "|", "(", ")", "{", "}", "\n", "`"]
  /// The words of the shell before a simple command.
  private static let keywords: Set = ["if", "then", "else", "do", "while", "until", "!", "exec"]
  /// Commands that only prepare or test.
  private static let preparations: Set = [
    "[", "[[", "test", "cd", "command", "true", "false", ":", "export", "umask", "sleep", "set",
    "ulimit", "fi", "done", ".", "source", "for", "case", "esac", "elif",
  ]
  /// Commands that run another one, each with the number of its own words that are no options.
  private static let wrappers = [
    "nice": 0, "ionice": 0, "env": 0, "sudo": 0, "nohup": 0, "setsid": 0, "time": 0,
    "systemd-cat": 0, "chronic": 0, "timeout": 1, "flock": 1, "chrt": 1, "taskset": 1,
  ]

  /// Returns the name of the first program that does not only prepare or test, without its directory. If all of them
  /// do, returns the name of the first one; `nil` if the line has none.
  static func find(in line: String) -> String? {
    var firstPreparation: String?
    for command in line.split(whereSeparator: { separators.contains($0) }) {
      guard let program = Self.program(of: command), !program.isEmpty else { continue }
      let name = withoutDirectory(program)
      if !preparations.contains(name) { return name }
      firstPreparation = firstPreparation ?? name
    }
    return firstPreparation
  }

  private static func withoutDirectory(_ path: String) -> String {
    ExactString(path).names.last ?? path
  }

  /// Returns the word that a simple command runs, without quotes; `nil` if there is none. Keywords, assignments and
  /// commands that run another one are skipped.
  private static func program(of command: Substring) -> String? {
    var words = command.split { $0 == " " || $0 == "\t" }[...]
    while let word = words.first {
      words.removeFirst()
      if keywords.contains(String(word)) || isAssignment(word) { continue }
      let plain = word.filter { $0 != "'" && $0 != "\"" }
      // Such a command has some words of its own, and then the command that it runs.
      guard let ownWords = wrappers[withoutDirectory(plain)] else { return plain }
      words = skipOptions(words).dropFirst(ownWords)
    }
    return nil
  }

  /// Returns the words after the options of a wrapper: words with a sign, numbers such as that of `nice -n 10`, and
  /// assignments.
  private static func skipOptions(_ words: ArraySlice<Substring>) -> ArraySlice<Substring> {
    words.drop { word in
      word.hasPrefix("-") || word.hasPrefix("+") || word.allSatisfy(\.isNumber)
        || isAssignment(word)
    }
  }

  /// Returns whether a word is `NAME=VALUE`.
  private static func isAssignment(_ word: Substring) -> Bool {
    guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")), equals > word.startIndex else {
      return false
    }
    return word[..<equals].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
