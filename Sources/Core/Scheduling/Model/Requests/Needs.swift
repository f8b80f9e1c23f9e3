/// The requirements of a request in addition to general conditions of the device.
package struct Needs: Hashable, Codable, Sendable {
  /// Absolute paths of drives, shares or files that must be present, each once.
  package var paths: [ExactString] = []
  /// The names of networks that must be connected, or with a `!` before them must not, each once.
  package var networks: [ExactString] = []
  /// A shell command, run as the request's owner before a start, that must exit with 0; `nil` if there is none.
  package var condition: String?
  /// The changes that it waits for before each run.
  package var changes = ChangeTrigger()
  /// The requests that must end before each run.
  package var predecessors = Predecessors()

  package init() {}

  /// The maximum number of paths, and the longest condition and path, in bytes. The last is the kernel's PATH_MAX
  /// (limits.h).
  package static let mostPaths = 8
  package static let longestCondition = 4096
  package static let longestPath = 4096

  /// Returns `path` without the trailing slash that shells add to the name of a directory.
  static func plain(_ path: ExactString) -> ExactString {
    let bytes = path.text.utf8
    guard bytes.count > 1, bytes.last == UInt8(ascii: "/") else { return path }
    return ExactString(String(path.text[..<bytes.index(before: bytes.endIndex)]))
  }

  /// Throws a refusal of `field` unless `path` is absolute and has the form that mount tables use: without `.`, `..`,
  /// and double or trailing slashes.
  package static func check(_ path: ExactString, field: String) throws(Refusal) {
    let bytes = path.text.utf8
    let isPlain = path == "/" || ExactString("/" + path.names.joined(separator: "/")) == path
    let hasDots = path.names.contains { $0 == "." || $0 == ".." }
    guard isPlain, !hasDots, bytes.count < longestPath, !bytes.contains(0) else {
      throw Refusal(
        field: field, value: String(path.text.prefix(200)),
        allowed: "an absolute path such as /mnt/backup, of at most \(longestPath - 1) bytes and"
          + " without '.' or '..' in it")
    }
  }

  /// Throws a refusal if there are too many paths, or if a path or the condition is malformed.
  func check() throws(Refusal) {
    guard paths.count <= Self.mostPaths else {
      throw Refusal(
        field: "requires", value: "\(paths.count) paths",
        allowed: "at most \(Self.mostPaths) paths")
    }
    for path in paths { try Self.check(path, field: "requires") }
    try checkNetworks(field: "requires")
    if let condition { try Self.check(line: condition, field: "condition") }
  }

  /// Throws a refusal of `field` unless `/bin/sh` can run `line`.
  static func check(line: String, field: String) throws(Refusal) {
    guard isAllowed(line: line) else {
      throw Refusal(
        field: field, value: String(line.prefix(80)),
        allowed: "a shell command of 1 to \(longestCondition) bytes without NUL characters")
    }
  }

  /// Whether `/bin/sh` can run `line`: it is not blank, not too long, and contains no NUL character.
  package static func isAllowed(line: String) -> Bool {
    !line.allSatisfy(\.isWhitespace) && line.utf8.count <= longestCondition
      && !line.utf8.contains(0)
  }
}

extension Needs {
  /// Decodes a recorded value; members that older versions did not write are empty.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    paths = try values.decode([ExactString].self, forKey: .paths)
    networks = try values.decodeIfPresent([ExactString].self, forKey: .networks) ?? []
    condition = try values.decodeIfPresent(String.self, forKey: .condition)
    changes = try values.decodeIfPresent(ChangeTrigger.self, forKey: .changes) ?? ChangeTrigger()
    predecessors =
      try values.decodeIfPresent(Predecessors.self, forKey: .predecessors) ?? Predecessors()
  }
}

extension Needs: Defaulted {
  package static let usual = Needs()
}
