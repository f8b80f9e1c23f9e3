import Control
import Files
import Scheduling
import Terminal
import Verbs

/// Checks task files as the daemon would, and additionally the parts that require access to the whole machine.
struct TaskCheck {
  struct Report: Encodable {
    struct Task: Encodable {
      var id: String
      var file: String
      var dropIns: [String]
      var meaning: String
    }

    /// An empty file, or a link to /dev/null.
    struct Mask: Encodable {
      var file: String
      var meaning: String
    }

    /// A policy file without a mistake.
    struct Policy: Encodable {
      var file: String
      /// The settings that differ from the defaults.
      var changes: [PolicyKeyInfo]
      var meaning: String
    }

    struct Problem: Encodable {
      @ExplicitNull var task: String?
      var file: String
      var line: Int
      var column: Int
      var message: String
      var text: String
    }

    var tasks: [Task] = []
    var masks: [Mask] = []
    var policies: [Policy] = []
    var problems: [Problem] = []

    var isEmpty: Bool {
      tasks.isEmpty && masks.isEmpty && policies.isEmpty && problems.isEmpty
    }
  }

  /// Whether they are a user's own.
  var isUser: Bool

  /// Checks all tasks of `tree`. Returns the meaning of each valid task and each mask, and all problems in the order of
  /// their files and lines.
  func report(_ tree: TaskTree) -> Report {
    let reading = TaskReading(tree, rules: rules)
    var report = Report()
    report.problems = reading.problems.map { Report.Problem($0) }
    report.masks = tree.masks.map { mask in
      Report.Mask(
        file: mask.path,
        meaning: "\(mask.task.visible): masked; \(mask.path.visible) is empty, which disables this"
          + (mask.isDropIn ? " drop-in" : " task"))
    }
    let conflicts = TaskFile.widthConflicts(in: reading.tasks.map { (owner(of: $0), $0) })
    for (index, task) in reading.tasks.enumerated() {
      do throws(FileError) {
        if let conflict = conflicts[index] { throw conflict }
        report.tasks.append(try check(task))
      } catch {
        report.problems.append(Report.Problem(TaskProblem(task: task.id, error: error)))
      }
    }
    // Errors that depend on the machine are found last.
    report.problems.sort { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    return report
  }

  /// Returns the uid of the user of a task; the name if the user does not exist.
  private func owner(of task: TaskFile) -> String {
    let machine = isUser ? TaskMachine.own([:]) : .system
    return machine.user(task.user).map { String($0.uid) } ?? task.user ?? ""
  }

  /// The rules for tasks of the system or of a user.
  private var rules: TaskRules {
    var rules = TaskRules()
    rules.allowsUser = !isUser
    return rules
  }

  /// Creates the request of a task as the daemon would, and returns its meaning. Throws an error if the request is
  /// invalid, or a program or the working directory does not exist.
  private func check(_ task: TaskFile) throws(FileError) -> Report.Task {
    try task.checkShellLines()
    let now = MachineZone.now
    let machine = isUser ? TaskMachine.own([:]) : .system
    let request = try task.request(on: machine, now: now, zone: MachineZone())
    try checkPaths(of: request, task)
    let user = request.terms.command.unit == nil ? Users.name(Int64(request.key.owner)) : nil
    return Report.Task(
      id: task.id, file: task.path, dropIns: task.dropIns,
      meaning: TaskSummary.text(task, request, user: user))
  }

  /// Throws an error if a program of the task, or its working directory, does not exist, or a program is a directory.
  /// The daemon itself does not check this: it may not see these paths.
  private func checkPaths(of request: Request, _ task: TaskFile) throws(FileError) {
    let command = request.terms.command
    guard command.unit == nil else { return }
    let programs =
      [(key: "command", words: command.arguments)]
      + command.steps.map { (key: "steps", words: $0.arguments) }
    for (key, words) in programs {
      guard let program = words.first else { continue }
      switch ProgramLookup.examine(program) {
      case .missing: throw task.error(key, "program \(program) not found")
      case .directory: throw task.error(key, "\(program) is a directory, not a program")
      // The user of the task can have rights that the caller lacks.
      case .program, .notExecutable, .unreachable: break
      }
    }
    if ProgramLookup.examine(command.directory) == .missing {
      throw task.error("directory", "directory \(command.directory) not found")
    }
  }
}

extension TaskFile {
  /// The keys of command lines for the shell, with their lines; `nil` if the task has none.
  var shellLines: [(key: String, line: String?)] {
    [
      ("condition", terms.needs.condition), ("on-failure-command", terms.run.onFailureCommand),
      ("on-overdue-command", terms.run.onOverdueCommand),
    ]
  }

  /// Throws the error of the first line that the shell cannot parse.
  func checkShellLines() throws(FileError) {
    for (key, line) in shellLines {
      if let problem = ShellLine.problem(key, line) { throw error(key, problem) }
    }
  }

  /// Throws the same error as the refusal of a verb.
  func refuseBadShellLines() throws(Failure) {
    do throws(FileError) {
      try checkShellLines()
    } catch {
      throw .refused("\(error)")
    }
  }
}

extension TaskCheck.Report.Problem {
  /// Converts a problem of a task or of a file, with its place, for the report.
  init(_ problem: TaskProblem) {
    let error = problem.error
    self.init(
      task: problem.task, file: error.file, line: error.line, column: error.column,
      message: error.message, text: error.description)
  }
}
