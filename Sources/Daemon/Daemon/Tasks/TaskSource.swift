import Files
import Glibc
import Scheduling

/// Where a daemon's task files come from.
struct TaskSource: Sendable {
  /// The highest first; none where this daemon reads no task files.
  var directories: [String]
  /// Whether they are a user's own.
  var isUser: Bool

  /// What they declare here and now.
  func read(at now: WallTime) -> DeclaredTasks {
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
    return declared
  }

  private var rules: TaskRules {
    var rules = TaskRules()
    rules.allowsUser = !isOwn
    return rules
  }

  /// Only root runs commands as others.
  private var isOwn: Bool { isUser || geteuid() != 0 }

  private var machine: TaskMachine {
    guard isOwn else { return .system }
    // It lives as long as this daemon.
    let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
    return .own(runtime.map { ["XDG_RUNTIME_DIR": $0] } ?? [:])
  }
}

/// A task file, and what the scheduler is asked for on its behalf.
struct DeclaredTask: Sendable {
  var file: TaskFile
  var submission: Submission

  var key: RequestKey { RequestKey(owner: submission.owner, id: file.id) }
}

/// What all task files declare.
struct DeclaredTasks: Sendable {
  var tasks: [DeclaredTask] = []
  var problems: [TaskProblem] = []
}
