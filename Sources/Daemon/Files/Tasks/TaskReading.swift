import Scheduling

/// The tasks in trees of task files, and the problems.
package struct TaskReading: Sendable {
  /// The tasks, in the order of their ids.
  package var tasks: [TaskFile] = []
  /// The problems, in the order of the files. No declared task is cancelled because of them.
  package var problems: [TaskProblem] = []

  /// Reads every task, each from the file of its name in the directory of the highest priority, and from all its
  /// drop-ins.
  ///
  /// - Parameter rules: The keys that these files may have.
  package init(_ tree: TaskTree, rules: TaskRules) {
    for layer in tree.layers {
      guard let refusal = layer.refusal else { continue }
      // Any task could have a file in this directory, so the problem is not of one task.
      let error = FileError(file: layer.directory, message: refusal)
      problems.append(TaskProblem(task: nil, error: error))
    }
    let entries = tree.entriesInEffect
    let dropIns = Dictionary(grouping: entries.filter(\.isDropIn), by: \.task)
    let defaults = readDefaults(entries.filter { $0.task == TaskKey.defaults })
    for entry in entries where !entry.isDropIn && entry.task != TaskKey.defaults {
      readTask(entry, dropIns[entry.task] ?? [], defaults, rules)
    }
  }

  /// Reads the defaults for all tasks from `entries`: the file `_defaults.yaml` and its drop-ins. A mistake there
  /// affects all tasks.
  private mutating func readDefaults(_ entries: [TaskTree.Entry]) -> TaskFields {
    let file = entries.first?.path ?? ""
    var defaults = TaskFields(
      describing: "'\(TaskKey.defaults).yaml'", file: file, allowed: TaskKey.ofDefaults)
    for entry in entries { defaults.add(entry) }
    problems += defaults.errors.map { TaskProblem(task: nil, error: $0) }
    return defaults
  }

  /// Reads a task from the defaults, its file and its drop-ins; later values replace earlier ones. Adds the task, or
  /// its problems if there are any. Does nothing if the file is masked.
  private mutating func readTask(
    _ entry: TaskTree.Entry, _ dropIns: [TaskTree.Entry], _ defaults: TaskFields, _ rules: TaskRules
  ) {
    guard entry.content != .masked else { return }
    var fields = TaskFields(describing: "a task file", file: entry.path)
    fields.inheritDefaults(defaults)
    for file in [entry] + dropIns { fields.add(file) }
    let task = TaskFile(
      id: entry.task, path: entry.path,
      dropIns: dropIns.filter { $0.content != .masked }.map(\.path), &fields, rules)
    if fields.errors.isEmpty { tasks.append(task) }
    // The errors of the task's own file come first; within a file they are in the order of lines.
    let files = ([entry] + dropIns).map(\.path)
    func place(of error: FileError) -> (file: Int, line: Int, column: Int) {
      (files.firstIndex(of: error.file) ?? 0, error.line, error.column)
    }
    let errors = fields.errors.sorted { place(of: $0) < place(of: $1) }
    problems += errors.map { TaskProblem(task: entry.task, error: $0) }
  }
}

/// The rules for the contents of task files.
package struct TaskRules: Hashable, Sendable {
  /// Whether a file may set the user of its command, as in the system's directories.
  package var allowsUser = true
  /// Whether a file must set its period, because it declares a task and is not submitted once.
  package var requiresPeriod = true

  package init() {}
}

extension TaskTree.Entry {
  static let suffix = ".yaml"

  /// Whether the entry changes a task that another file declares: it is in a directory of drop-ins, or that directory.
  /// The file `x.yaml.dump.yaml` declares a task.
  package var isDropIn: Bool {
    name.utf8.contains(UInt8(ascii: "/")) || name.hasSuffix("\(Self.suffix).d")
  }

  /// The id of the entry's task.
  package var task: String {
    // Bytes, since a slash before a mark such as U+0301 is not equal to one as a `Character`.
    let file = Substring(name.utf8.prefix { $0 != UInt8(ascii: "/") })
    let stem = file.hasSuffix(".d") ? file.dropLast(2) : file
    return String(stem.hasSuffix(Self.suffix) ? stem.dropLast(Self.suffix.count) : stem)
  }
}

extension TaskFields {
  /// Merges the values of an entry into the present ones. Records an error if the entry is refused or not valid. Does
  /// nothing if it is masked.
  fileprivate mutating func add(_ entry: TaskTree.Entry) {
    switch entry.content {
    case .masked: break
    case .refused(let message): errors.append(FileError(file: entry.path, message: message))
    case .text(let text):
      do throws(FileError) {
        add(try Document.root(of: text, file: entry.path), file: entry.path)
      } catch {
        errors.append(error)
      }
    }
  }
}
