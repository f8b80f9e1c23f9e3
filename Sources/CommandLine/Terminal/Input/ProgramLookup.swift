import AtomicFiles

#if canImport(Glibc)
  import Glibc
#endif

/// Finds the program that a command names, as a shell would. The caller's mistakes are reported when a request is
/// submitted, and not hours later by its first run.
package struct ProgramLookup {
  /// The kind of file at a path.
  package enum Finding: Hashable {
    case program, missing, directory, notExecutable
    /// A directory that the caller may not enter, or below it; `nil` if a link leads there.
    case unreachable(below: String?)
  }

  /// The caller's directory, at which relative paths begin.
  private let directory: String
  /// The value of PATH.
  private let path: String
  /// Returns the kind of file at an absolute path.
  private let examine: (String) -> Finding

  /// - Parameters:
  ///   - directory: The caller's directory, as an absolute path.
  ///   - path: The PATH of the command.
  ///   - examine: Returns the kind of file at an absolute path.
  package init(
    directory: String, path: String, examine: @escaping (String) -> Finding = ProgramLookup.examine
  ) {
    self.directory = directory
    self.path = path
    self.examine = examine
  }

  /// Returns the absolute path of the program `name`. A name with a slash is relative to the caller's directory;
  /// another one is searched in PATH. Throws the reason and the remedy if there is no such program.
  package func find(_ name: String) throws(InputError) -> String {
    guard !name.isEmpty else {
      throw InputError("the command's name is empty; name a program after --")
    }
    return name.utf8.contains(UInt8(ascii: "/"))
      ? try program(at: absolute(name), named: name) : try programInPath(name)
  }

  /// Returns a command with its program's absolute path.
  package func resolve(_ command: [String]) throws(InputError) -> [String] {
    [try find(command.first ?? "")] + command.dropFirst()
  }

  /// Returns the absolute path of the directory for a command, without `..`; the caller's if `name` is `nil`. Throws if
  /// there is no such directory, or the caller may not reach it.
  package func directory(_ name: String?) throws(InputError) -> String {
    guard let name else { return directory }
    let path = absolute(name)
    switch examine(path) {
    case .directory: return Self.withoutParents(path)
    case .unreachable(let closed): throw Self.unreachableError(path, below: closed)
    case .program, .missing, .notExecutable:
      throw InputError(
        "working directory \(path.visible) not found; create it, or name another directory")
    }
  }

  /// Returns the first word of a shell's line if it names a missing program; `nil` if it exists, or only a shell can
  /// decide.
  package func missingProgram(ofLine line: String) -> String? {
    guard let word = line.split(whereSeparator: \.isWhitespace).first.map(String.init) else {
      return nil
    }
    // A shell would expand or assign a word with other characters, such as `$HOME/bin/x` or `A=1`.
    let isPlain = word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/._+-".contains($0))
    }
    guard isPlain, !Self.shellWords.contains(word) else { return nil }
    let isFound = (try? find(word)) != nil
    return isFound ? nil : word
  }

  /// Shell builtins, except those that are also programs.
  private static let shellWords: Set = [
    ".", "alias", "break", "case", "cd", "command", "continue", "eval", "exec", "exit", "export",
    "for",
    "getopts", "hash", "if", "local", "read", "readonly", "return", "set", "shift", "times", "trap",
    "type", "ulimit", "umask", "unalias", "unset", "until", "wait", "while",
  ]

  /// Returns `path` if a program is there; otherwise throws the reason and the remedy. `name` is the typed name, for
  /// the remedy.
  private func program(at path: String, named name: String) throws(InputError) -> String {
    switch examine(path) {
    case .program: return path
    case .missing:
      throw InputError("program \(path.visible) not found; install it, or correct the path")
    case .directory:
      throw InputError("\(path.visible) is a directory, not a program; name a program in it")
    case .notExecutable:
      throw InputError(
        "\(path.visible) is not executable; allow it with: chmod +x \(name.visible)")
    case .unreachable(let closed): throw Self.unreachableError(path, below: closed)
    }
  }

  /// Returns the error for a path below a directory that the caller may not enter. `closedDirectory` is `nil` if a link
  /// leads there.
  private static func unreachableError(
    _ path: String, below closedDirectory: String?
  ) -> InputError {
    InputError(
      "\(path.visible) cannot be reached; you may not enter"
        + " \(closedDirectory?.visible ?? "a directory that it links to")")
  }

  /// Returns the first program of this name in PATH. If there is none, throws an error that names the first file
  /// without execute permission, if any.
  private func programInPath(_ name: String) throws(InputError) -> String {
    var notExecutable: String?
    let colon = UInt8(ascii: ":")
    for bytes in path.utf8.split(separator: colon, omittingEmptySubsequences: false) {
      let directory = Substring(bytes)
      let candidate = absolute(directory.isEmpty ? name : "\(directory)/\(name)")
      switch examine(candidate) {
      case .program: return candidate
      case .notExecutable: notExecutable = notExecutable ?? candidate
      case .missing, .directory, .unreachable: continue
      }
    }
    // This call always throws, since the file is not executable; its error has the remedy.
    if let notExecutable { return try program(at: notExecutable, named: notExecutable) }
    if Self.shellWords.contains(name) {
      throw InputError(
        "'\(name)' is a word of the shell, not a program; run the line in a shell, as in:"
          + " sh -c '\(name) ...'")
    }
    throw InputError(
      "command '\(name.visible)' not found in any directory of PATH; "
        + "install it, write its path, or give another PATH with --env PATH=...")
  }

  /// Returns an absolute path; a relative one begins at the caller's directory.
  private func absolute(_ name: String) -> String {
    if name.utf8.first == UInt8(ascii: "/") { return name }
    return directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }

  /// Returns a path without `..`, which newer versions of systemd refuse in the directory of a unit. Other paths keep
  /// their links. The path stays the same if it cannot be resolved.
  private static func withoutParents(_ path: String) -> String {
    guard AtomicFile.names(in: path).contains("..") else { return path }
    return RealPath.resolve(path) ?? path
  }

  /// Returns the kind of the file at a path in the file system. Links are followed.
  package static func examine(_ path: String) -> Finding {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return errno == EACCES ? .unreachable(below: closedDirectory(above: path)) : .missing
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return access(path, X_OK) == 0 ? .directory : .unreachable(below: path)
    case S_IFREG: return access(path, X_OK) == 0 ? .program : .notExecutable
    default: return .notExecutable
    }
  }

  /// Returns the first directory above `path` that this process may not enter; `nil` if there is none.
  private static func closedDirectory(above path: String) -> String? {
    var parent = ""
    for name in AtomicFile.names(in: path).dropLast() {
      parent += "/\(name)"
      if access(parent, X_OK) != 0 { return parent }
    }
    return nil
  }
}
