import AtomicFiles
import Control
import Terminal
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

/// Values of options and arguments that are more than text. A value that is not allowed is refused in the way of the
/// daemon, so that one exit code means all of them.
package enum OptionValue {
  /// Converts `text` with `parse`; `nil` if there is no text. Throws a refusal if `parse` returns `nil`.
  ///
  /// - Parameters:
  ///   - option: The typed option, for the refusal.
  ///   - allowed: The allowed values, for the refusal.
  package static func read<Value>(
    _ text: String?, of option: String, allowed: String, _ parse: (String) -> Value?
  ) throws(Failure) -> Value? {
    guard let text else { return nil }
    guard let value = parse(text) else {
      throw .notAllowed(option, text, allowed: allowed)
    }
    return value
  }

  /// Returns the word of an option that has a flag as a short form of one value. Throws a usage error if both were
  /// typed and differ.
  ///
  /// - Parameters:
  ///   - text: The typed word of `option`; `nil` if the option was not typed.
  ///   - hasFlag: Whether the flag was typed.
  ///   - value: The value for which the flag stands, and the name of the flag without its dashes.
  static func word(
    _ text: String?, of option: String, or hasFlag: Bool, _ value: String
  ) throws(Failure) -> String? {
    guard hasFlag else { return text }
    guard text == nil || text == value else {
      throw .usage("--\(value) and \(option) exclude each other")
    }
    return value
  }

  /// Converts the text of a duration to seconds; `nil` if there is no text. Throws a refusal if it is not a duration.
  static func seconds(_ text: String?, of option: String) throws(Failure) -> Double? {
    try read(text, of: option, allowed: DurationNotation.allowed(for: text ?? "")) {
      DurationNotation.parse($0)?.seconds
    }
  }

  /// Converts the text of an interval between runs to seconds; `nil` if there is no text. The refusal of a month names
  /// the calendar event.
  static func interval(_ text: String?, of option: String) throws(Failure) -> Double? {
    let event = text.flatMap { DurationNotation.event(for: $0) }
    let remedy = event.map { "; to repeat at dates: --on \($0)" } ?? ""
    return try read(text, of: option, allowed: DurationNotation.allowed(for: text ?? "") + remedy) {
      DurationNotation.parse($0)?.seconds
    }
  }

  /// Splits the values of a repeated comma-separated option into words; `nil` if there are none. Throws a refusal if
  /// a word is empty.
  static func words(_ lists: [String], of option: String) throws(Failure) -> [String]? {
    do throws(InputError) {
      return try lists.words(of: option)
    } catch {
      throw .refused(error)
    }
  }

  /// Returns the typed calendar events. An event without a zone gets that of the variable TZ, if it is set, since the
  /// daemon does not know the zone of this terminal. Throws a refusal of an unknown zone.
  static func events(_ texts: [String]) throws(Failure) -> [String] {
    try MachineZone.checkVariableTZ()
    guard let zone = MachineZone.variableTZ, !zone.isEmpty else { return texts }
    let isPath = zone.utf8.first == UInt8(ascii: "/")
    // A path or a rule such as CET-1CEST cannot be part of an event.
    guard !isPath, CalendarEvent("00:00 \(zone)")?.zone == zone else { return texts }
    return texts.map { text in
      guard let event = CalendarEvent(text), event.zone == nil else { return text }
      return "\(text) \(zone)"
    }
  }

  /// Returns ids of requests, of which several can be in one word, separated by commas; `nil` if there are none.
  static func ids(_ words: [String]) -> [String]? {
    words.isEmpty ? nil : words.flatMap { $0.split(separator: ",").map(String.init) }
  }

  /// Returns keys and absolute paths to watch: a word with a slash, or a directory of dots, is a path; `nil` if there
  /// are none. Warns if a key is also the name of an existing file.
  static func watched(_ words: [String]) throws(Failure) -> [String]? {
    if words.isEmpty { return nil }
    return try words.map { word throws(Failure) in
      let isPath = word.utf8.contains(UInt8(ascii: "/")) || word == "." || word == ".."
      if isPath { return try watchedPath(word) }
      if let path = try? absolutePath(word), access(path, F_OK) == 0 {
        Output.printError(
          "rubatoctl: '\(word)' is taken as a key; to watch the file or directory of this name, write ./\(word)"
        )
      }
      return word
    }
  }

  /// Makes a path absolute. The path may contain a comma and may be missing; if both are true, it is refused, since
  /// several paths were meant. A missing path that begins with `~/` is refused also: no shell has replaced the `~`.
  private static func watchedPath(_ word: String) throws(Failure) -> String {
    let path = try absolutePath(word)
    if word.hasPrefix("~/"), access(path, F_OK) != 0 {
      throw .notAllowed(
        "--when-changed", word,
        allowed: "\"$HOME/\(word.dropFirst(2))\", since no shell has replaced the ~")
    }
    if word.contains(","), access(path, F_OK) != 0 {
      throw .notAllowed(
        "--when-changed", word,
        allowed:
          "one path or key each time; a path with a comma in its name must exist"
      )
    }
    return path
  }

  /// Returns the absolute path without `.` and `..`; a relative one begins at the current directory.
  private static func absolutePath(_ path: String) throws(Failure) -> String {
    let whole =
      path.utf8.first == UInt8(ascii: "/") ? path : "\(try Process.directory())/\(path)"
    var names: [String] = []
    for name in AtomicFile.names(in: whole) where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }

  /// Reads the typed resource limits of a run, such as `memory=512M`; `nil` if there are none. Throws a refusal if a
  /// limit is not allowed.
  static func limits(_ words: [String]) throws(Failure) -> LimitsInfo? {
    do throws(InputError) {
      return try LimitList.parse(words)
    } catch {
      throw .refused(error)
    }
  }

  /// Reads a whole number, whose limits the daemon checks; `nil` if there is no text.
  static func whole(_ text: String?, of option: String) throws(Failure) -> Int64? {
    try read(text, of: option, allowed: "a whole number", Int64.init)
  }

  /// Converts the text of a run's number; `nil` if there is no text. Throws a refusal if it is not a positive number.
  static func run(_ text: String?) throws(Failure) -> Int64? {
    try read(text, of: "run", allowed: "the number of a run, as `rubatoctl runs` shows it") {
      Int64($0).flatMap { $0 > 0 ? $0 : nil }
    }
  }
}

extension Failure {
  /// Returns the refusal of a typed value that is not allowed.
  package static func notAllowed(_ option: String, _ value: String, allowed: String) -> Failure {
    .refused(
      error: ControlError.refused.rawValue,
      ControlError.Parameters(
        field: option, value: value, message: "\(option) '\(value)' is not allowed; use \(allowed)"
      ))
  }

  /// Returns the refusal of typed input with the message of `error`.
  package static func refused(_ error: InputError) -> Failure { .refused(error.description) }
}

/// The names of the conditions, such as `power`, for the completion of `--requires` and `--prefer`.
enum ConditionNames {
  static let all = Conditions.named.map(\.name)
}
