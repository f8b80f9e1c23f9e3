import CLinux
import Glibc

/// Describes a failure of a supervisor.
struct LaunchFailure {
  var stage: Int
  /// The `errno`; 0 if it is unknown.
  var error: Int32
  var order: LaunchOrder

  /// A sentence with the cause and the remedy.
  var message: String {
    let reason = error == 0 ? "the reason is unknown" : errorText(error)
    switch stage {
    case RUBATO_STAGE_VERSION:
      return "rubato-supervise has another version than this rubatod. Restart rubatod."
    case RUBATO_STAGE_FORK:
      return "No process can be started: \(reason). Check the limits of tasks and memory."
    case RUBATO_STAGE_CGROUP:
      return "The command cannot enter its cgroup: \(reason). Check its limit of tasks."
    case RUBATO_STAGE_USER: return userMessage
    case RUBATO_STAGE_GROUPS: return "The groups of \(user) cannot be set: \(reason)."
    case RUBATO_STAGE_SESSION: return "No session can be created for the command: \(reason)."
    case RUBATO_STAGE_DIRECTORY:
      return "\(user) cannot enter the directory \(order.directory): \(reason). "
        + "Choose another with --directory."
    default: return executionMessage
    }
  }

  private var user: String { order.uid.map { "uid \($0)" } ?? "uid \(geteuid())" }

  /// A sentence about a user to whom the supervisor could not switch.
  private var userMessage: String {
    if error == 0 { return "\(user) not found in the user database. It may have been removed." }
    return "The command cannot become \(user): \(errorText(error))."
  }

  /// A sentence about a program that cannot be executed, by the error of execve(2).
  private var executionMessage: String {
    let path = order.arguments.first ?? ""
    if stage == RUBATO_STAGE_INTERPRETER {
      return "\(path) cannot run: the interpreter that its first line names is missing."
    }
    switch error {
    case 0: return "\(path) cannot be executed. Check that it exists and may be executed."
    case ENOENT: return "\(path) does not exist. Give the path of a program."
    case EACCES:
      return "\(user) may not execute \(path). Give it execute permission (chmod +x), "
        + "or its file system (no noexec)."
    case ENOEXEC:
      return "\(path) is neither a program for this machine nor a script with a first line "
        + "such as #!/bin/sh."
    case E2BIG:
      return "Arguments and environment of \(path) are too long: 128 KiB each, "
        + "and about 2 MiB together, are allowed."
    default: return "\(path) cannot run: \(errorText(error))."
    }
  }
}
