import AtomicFiles
import Files
import Scheduling
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// Files in any place, of any owner.
struct NamedFiles {
  private(set) var tasks = TaskTree(layers: [])
  private(set) var policies: [(path: String, text: String)] = []
  /// The errors of files that are of neither kind.
  private(set) var errors: [FileError] = []

  /// Reads the files at `paths`. The content and the name of each decide whether it is a task file, a policy file, or
  /// neither.
  init(_ paths: [String]) throws(Failure) {
    for path in paths {
      try Self.refuseDirectory(path)
      let text = try TextFile.read(path, limit: TaskTree.longestFile)
      if let error = Self.errorOfSeveral(in: text, at: path) {
        errors.append(error)
      } else if PolicyFile.isPolicyFile(text, named: TaskTree.Entry.name(of: path)) {
        policies.append((path, text))
      } else if let error = PolicyFile.errorWithoutKeys(in: text, at: path) {
        errors.append(error)
      } else {
        tasks.layers.append(TaskTree.Layer(entries: [try TaskTree.Entry(file: path, text: text)]))
      }
    }
  }

  /// Refuses a directory, with the command that checks its files.
  private static func refuseDirectory(_ path: String) throws(Failure) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
    let directory = path.hasSuffix("/") ? String(path.dropLast()) : path
    throw .refused(
      "\(path.visible) is a directory; to check its files:"
        + " rubatoctl policy check \(ShellText.quoted(directory))/*.yaml")
  }

  /// Returns the error of a file with several requests, which only verbs that queue requests read; `nil` for another
  /// file.
  private static func errorOfSeveral(in text: String, at path: String) -> FileError? {
    let entries = TaskStream(text, file: path).entries
    guard entries.count > 1 else { return nil }
    return FileError(
      file: path, line: entries[1].line, column: 1,
      message: "the file has \(entries.count) documents, and `rubatoctl policy check` takes one; to"
        + " check all requests of a file: rubatoctl import --dry-run \(ShellText.quoted(path))")
  }
}

extension TaskTree.Entry {
  /// Returns the last part of a path.
  static func name(of path: String) -> String {
    AtomicFile.names(in: path).last ?? path
  }

  /// Reads a file named on the command line.
  init(file path: String) throws(Failure) {
    self = try Self(file: path, text: TextFile.read(path, limit: TaskTree.longestFile))
  }

  /// - Parameter text: The file's content.
  init(file path: String, text: String) throws(Failure) {
    let name = Self.name(of: path)
    guard name.hasSuffix(".yaml") else {
      throw .refused("\(path.visible) is not a task file: its name does not end in .yaml")
    }
    self.init(name: name, path: path, content: text.isEmpty ? .masked : .text(text))
  }
}
