import Files
import Glibc
import Scheduling

/// The source of a daemon's task files.
struct TaskSource: Sendable {
  /// The directories, the highest priority first; empty if this daemon reads no task files.
  var directories: [String]
  /// Whether the task files are a user's own.
  var isUser: Bool

  /// Reads the task files, and makes the submission of each task at `now`. A task without a valid submission becomes a
  /// problem.
  func read(at now: WallTime) -> DeclaredTasks {
    // Another user could run commands through a file, so only files of root and of the daemon's user are trusted.
    let tree = TaskTree(directories: directories, owners: [0, geteuid()])
    let reading = TaskReading(tree, rules: rules)
    var declared = DeclaredTasks(problems: reading.problems)
    for task in reading.tasks {
      do throws(FileError) {
        let submission = try task.submission(on: machine, now: now, zone: LocalZone())
        declared.tasks.append(DeclaredTask(file: task, submission: submission))
      } catch {
        declared.problems.append(TaskProblem(task: task.id, error: error))
      }
    }
    declared.removeWidthConflicts()
    return declared
  }

  /// The rules for the content of the files: only files of the system's daemon can name a user.
  private var rules: TaskRules {
    var rules = TaskRules()
    rules.allowsUser = !runsOnlyOwnCommands
    return rules
  }

  /// Whether commands run only as the daemon's user: only root runs commands as others.
  private var runsOnlyOwnCommands: Bool { isUser || geteuid() != 0 }

  /// The users and variables of the machine, from which the submissions are made.
  private var machine: TaskMachine {
    guard runsOnlyOwnCommands else { return .system }
    // The directory exists as long as this daemon runs.
    let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
    return .own(runtime.map { ["XDG_RUNTIME_DIR": $0] } ?? [:])
  }
}

/// A task file, and the submission made from it.
struct DeclaredTask: Sendable {
  var file: TaskFile
  var submission: Submission

  var key: RequestKey { RequestKey(owner: submission.owner, id: file.id) }
}

/// The declarations of all task files.
struct DeclaredTasks: Sendable {
  var tasks: [DeclaredTask] = []
  var problems: [TaskProblem] = []

  /// Makes a problem of each task whose file gives another width to a group than another file of the same owner.
  mutating func removeWidthConflicts() {
    let errorsByPosition = TaskFile.widthConflicts(
      in: tasks.map { (owner: String($0.submission.owner), task: $0.file) })
    for (index, task) in tasks.enumerated() {
      guard let error = errorsByPosition[index] else { continue }
      problems.append(TaskProblem(task: task.file.id, error: error))
    }
    tasks = tasks.indices.filter { errorsByPosition[$0] == nil }.map { tasks[$0] }
  }
}
