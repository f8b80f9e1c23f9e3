import Files
import Terminal
import Verbs

/// The requests of files, of the task files of directories, and of standard input, in their order, but each after the
/// ones that it follows.
struct SubmittedFiles {
  /// The largest allowed number of bytes of a text: ten thousand requests of a usual size.
  private static let longestText = 16 * 1024 * 1024

  /// One request, or its mistakes, with its place.
  struct Entry {
    var file: String
    var line: Int
    var task: Result<TaskFile, TaskStream.Mistakes>
  }

  private(set) var entries: [Entry] = []
  /// Whether the paths name one file with one request, whose answer is that of a typed request.
  let isSingle: Bool

  /// Reads the requests at `paths`; `-` is standard input. Throws an error if a file cannot be read, or if there is no
  /// request.
  init(_ paths: [String]) throws(Failure) {
    let paths = paths.map { Self.withSlashOfDirectory($0) }
    for path in paths {
      for file in path.hasSuffix("/") ? try Self.taskFiles(in: path) : [path] {
        let stream = TaskStream(
          try TextFile.read(file, limit: Self.longestText), file: file,
          id: Self.taskID(fromName: file))
        entries += stream.entries.map { Entry(file: file, line: $0.line, task: $0.task) }
      }
    }
    let isOneFile = paths.count == 1 && paths[0] != "-" && !paths[0].hasSuffix("/")
    isSingle = isOneFile && entries.count == 1
    markWidthConflicts()
    entries = Self.ordered(entries)
    if entries.isEmpty {
      let names = paths.map { $0 == "-" ? "standard input" : $0.visible }.joined(separator: ", ")
      throw .refused("\(names) is empty, so there is nothing to submit")
    }
  }

  /// Returns the path, with a slash at its end if it is a directory. Directories are recognized by that slash.
  private static func withSlashOfDirectory(_ path: String) -> String {
    if path == "-" || path.hasSuffix("/") { return path }
    return ProgramLookup.examine(path) == .directory ? "\(path)/" : path
  }

  /// Makes a mistake of each request that gives another width to a group than another request of the same owner.
  private mutating func markWidthConflicts() {
    var indices: [Int] = []
    var tasks: [(owner: String, task: TaskFile)] = []
    for (index, entry) in entries.enumerated() {
      guard let task = try? entry.task.get(), task.groupWidth != nil else { continue }
      indices.append(index)
      tasks.append((RepeatedIDs.owner(of: task), task))
    }
    let conflicts = TaskFile.widthConflicts(in: tasks)
    for (position, index) in indices.enumerated() {
      guard let error = conflicts[position] else { continue }
      entries[index].task = .failure(TaskStream.Mistakes(errors: [error]))
    }
  }

  /// Returns the id that the name of a task file determines; `nil` for standard input.
  private static func taskID(fromName file: String) -> String? {
    guard file != "-" else { return nil }
    let name = TaskTree.Entry.name(of: file)
    return name.hasSuffix(".yaml") ? String(name.dropLast(".yaml".count)) : nil
  }

  /// Returns the paths of the task files in a directory, without its defaults, in the order of their names. Throws an
  /// error if the directory cannot be read.
  private static func taskFiles(in directory: String) throws(Failure) -> [String] {
    try DirectoryNames.read(directory).filter {
      $0.hasSuffix(".yaml") && !$0.hasPrefix(".") && !TaskTree.isDefaults($0)
    }.map { directory + $0 }
  }
}
