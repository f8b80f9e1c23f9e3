import Terminal
import Vocabulary

/// A typed word that is not an option, a value or a file.
enum StrayWord {
  /// Returns the error of a word after a list that ends with a comma, as in `--requires power, idle`; `nil` if there is
  /// no such word.
  static func errorInList(of arguments: [String]) -> Failure? {
    let ownWords = Array(arguments.prefix { $0 != "--" })
    for (index, word) in ownWords.enumerated() where word.hasSuffix(",") {
      let nextWords = ownWords[(index + 1)...].prefix { !$0.hasPrefix("-") }
      guard let stray = nextWords.first, let (option, value) = option(at: index, of: ownWords)
      else { continue }
      // The list continues as long as it ends with a comma.
      var list = value
      for part in nextWords where list.hasSuffix(",") { list += part }
      return .usage(
        "'\(stray.visible)' follows a list that ends with a comma; write the list without spaces:"
          + " \(option) \(ShellText.quoted(list).visible)")
    }
    return nil
  }

  /// Returns the error of an unexpected `word` after `--exact`, which seems to have a time as its value; `nil` if it
  /// does not follow that option.
  static func errorAfterExact(_ word: String, in arguments: [String]) -> Failure? {
    let ownWords = arguments.prefix { $0 != "--" }
    guard let index = ownWords.firstIndex(of: word), index > 0, ownWords[index - 1] == "--exact"
    else { return nil }
    return .usage(
      "--exact takes no value; to start at a time, use --at \(ShellText.quoted(word).visible)"
        + " instead")
  }

  /// Returns the error of a word of `submit` before `command`, which follows `--`.
  static func error(_ word: String, before command: [String]) -> Failure {
    guard command.isEmpty else {
      return .usage(
        "unexpected word '\(word.visible)' before --; remove it, or quote the whole value that it"
          + " belongs to")
    }
    return .usage(
      "'\(word.visible)' is not a task file (NAME.yaml); put a command after --, as in:"
        + " \(TypedCommand.ofThisProcess.movingToCommand(word))")
  }

  /// Returns the option and its value, which is the word at `index` or a part of it: `--requires power,` and
  /// `--requires=power,` are the same. `nil` if the word belongs to no option.
  private static func option(at index: Int, of words: [String]) -> (name: String, value: String)? {
    let parts = words[index].utf8.split(separator: UInt8(ascii: "="), maxSplits: 1).map {
      String(Substring($0))
    }
    if parts.count == 2, parts[0].hasPrefix("--") { return (parts[0], parts[1]) }
    guard index > 0, words[index - 1].hasPrefix("--") else { return nil }
    return (words[index - 1], words[index])
  }
}
