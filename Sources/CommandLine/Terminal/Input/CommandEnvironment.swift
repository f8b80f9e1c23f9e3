import Vocabulary

/// The environment of a submitted command.
package struct CommandEnvironment {
  /// The variables of the command so far, by their names.
  package private(set) var values: [String: String]
  /// The environment of the submitter.
  private let caller: [String: String]

  /// Creates the environment of a new request: the submitter's variables that every command inherits, such as PATH.
  ///
  /// - Parameter caller: The environment of the submitter.
  package init(of caller: [String: String]) {
    self.caller = caller
    values = caller.filter { InheritedVariables.contains($0.key) }
  }

  /// Creates an empty environment, to change single variables of an existing request.
  ///
  /// - Parameter caller: The environment of the submitter, from which `add` reads variables that are given only by
  ///   name.
  package init(named caller: [String: String]) {
    self.caller = caller
    values = [:]
  }

  /// Adds `NAME=VALUE`, or the submitter's own value of `NAME`. Throws if the submitter has no such variable, or the
  /// name is not allowed.
  package mutating func add(_ assignment: String) throws(InputError) {
    if let (name, value) = Self.split(assignment) {
      try Self.checkName(name)
      values[name] = value
      return
    }
    let name = assignment
    try Self.checkName(name)
    guard let value = caller[name] else {
      throw InputError(
        "--env \(name): this variable is not set, or not text in UTF-8; set it, or write \(name)=VALUE"
      )
    }
    values[name] = value
  }

  /// Adds the lines of an environment file: `NAME=VALUE`, with or without quotes around the value. Blank lines and
  /// lines that begin with `#` are left out. Throws at any other line.
  ///
  /// - Parameters:
  ///   - text: The contents of the file.
  ///   - file: The name of the file, for the error.
  package mutating func addFile(_ text: String, named file: String) throws(InputError) {
    // Bytes, since "\r\n" is one character that is not equal to a line feed.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = String(Substring(line)).trimmed
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      guard let (name, value) = Self.split(line) else {
        throw InputError("\(file):\(index + 1): '\(line.visible)' is not allowed; use NAME=VALUE")
      }
      do throws(InputError) {
        try Self.checkName(name)
      } catch {
        throw InputError("\(file):\(index + 1): \(error)")
      }
      values[name] = value.unquoted
    }
  }

  /// Splits `NAME=VALUE` at the first equals sign; `nil` if there is none.
  private static func split(_ text: String) -> (name: String, value: String)? {
    // Bytes, since an equals sign before a mark such as U+0301 is not equal to one as a `Character`.
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return (String(text[..<equals]), String(Substring(text.utf8[equals...].dropFirst())))
  }

  /// Throws unless the name has only ASCII letters, digits and underscores, and does not begin with a digit.
  private static func checkName(_ name: String) throws(InputError) {
    let hasOnlyAllowed = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard hasOnlyAllowed, let first = name.first, !first.isNumber else {
      throw InputError(
        "'\(name.visible)' is not a variable name; use letters, digits and _, such as RESTIC_REPOSITORY"
      )
    }
  }
}

extension String {
  /// The text without white space at its beginning and end.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The text without quotes around all of it.
  fileprivate var unquoted: String {
    guard count >= 2, let first, first == "\"" || first == "'", last == first else { return self }
    return String(dropFirst().dropLast())
  }
}
