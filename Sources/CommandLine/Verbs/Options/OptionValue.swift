import Control
import Terminal
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

/// Values of options and arguments that are more than text. What is not allowed is refused like any
/// value that the daemon refuses, so that one exit code means all of them.
package enum OptionValue {
  /// What `parse` makes of `text`; nil where there is none.
  ///
  /// - Parameter option: As it is typed, for the refusal.
  package static func read<Value>(
    _ text: String?, of option: String, allowed: String, _ parse: (String) -> Value?
  ) throws(Failure) -> Value? {
    guard let text else { return nil }
    guard let value = parse(text) else {
      throw .notAllowed(option, text, allowed: allowed)
    }
    return value
  }

  /// A duration, in seconds.
  static func seconds(_ text: String?, of option: String) throws(Failure) -> Double? {
    try read(text, of: option, allowed: DurationNotation.allowed) {
      DurationNotation.parse($0)?.seconds
    }
  }

  /// The words of a repeated list; nil where there are none.
  static func words(_ lists: [String], of option: String) throws(Failure) -> [String]? {
    do throws(InputError) {
      return try lists.words(of: option)
    } catch {
      throw .refused(error)
    }
  }

  /// Keys, and paths made absolute: a word with a slash, or one that is a directory of dots, is a path. Nil where there
  /// are none.
  static func watched(_ words: [String]) throws(Failure) -> [String]? {
    if words.isEmpty { return nil }
    return try words.map { word throws(Failure) in
      let isPath = word.utf8.contains(UInt8(ascii: "/")) || word == "." || word == ".."
      if isPath { return try path(word) }
      if access(absolute(word), F_OK) == 0 {
        Output.printError(
          "rubatoctl: '\(word)' is taken as a key; to watch what has this name here, write ./\(word)"
        )
      }
      return word
    }
  }

  /// A path may have a comma in its name, and be missing; where it has one and is, several were meant.
  private static func path(_ word: String) throws(Failure) -> String {
    let path = absolute(word)
    if word.contains(","), access(path, F_OK) != 0 {
      throw .notAllowed(
        "--when-changed", word,
        allowed:
          "one path or key each time it is given; of a path with a comma in its name, one that is there"
      )
    }
    return path
  }

  /// The same path from the root on, without the names that only lead to and fro.
  private static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : "\(Process.directory ?? "/")/\(path)"
    var names: [Substring] = []
    for name in whole.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }

  /// What all of a run may use.
  static func limits(_ words: [String]) throws(Failure) -> LimitsInfo? {
    do throws(InputError) {
      return try LimitList.parse(words)
    } catch {
      throw .refused(error)
    }
  }

  /// A whole number; the daemon knows its limits.
  static func whole(_ text: String?, of option: String) throws(Failure) -> Int64? {
    try read(text, of: option, allowed: "a whole number", Int64.init)
  }

  /// The number of a run.
  static func run(_ text: String?) throws(Failure) -> Int64? {
    try read(text, of: "run", allowed: "the number of a run, as `rubatoctl runs` shows it") {
      Int64($0).flatMap { $0 > 0 ? $0 : nil }
    }
  }
}

extension Failure {
  /// A value that is typed here and not allowed.
  package static func notAllowed(_ option: String, _ value: String, allowed: String) -> Failure {
    .refused(
      error: ControlError.refused.rawValue,
      ControlError.Parameters(
        field: option, value: value, message: "\(option) '\(value)' is not allowed; use \(allowed)"
      ))
  }

  package static func refused(_ error: InputError) -> Failure { .refused(error.description) }
}

/// Words of lists, for completions.
enum ConditionNames {
  static let all = Conditions.named.map(\.name)
}
