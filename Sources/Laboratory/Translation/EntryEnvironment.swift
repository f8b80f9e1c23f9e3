import Files
import Scheduling
import Terminal

/// The variables that the lines of a table have set so far, and the surroundings of a command that follow from them.
struct EntryEnvironment {
  /// The path in which cron searches programs.
  private static let path = "/usr/bin:/bin"
  /// The shell of anacron, whatever `SHELL` is.
  static let anacronShell = "/bin/sh"
  /// Variables that the scheduler reads itself.
  private static let schedulerVariables: Set = [
    "MAILTO", "MAILFROM", "CONTENT_TYPE", "CONTENT_TRANSFER_ENCODING", "CRON_TZ", "RANDOM_DELAY",
    "START_HOURS_RANGE", "SHELL", "LOGNAME", "USER",
  ]

  private(set) var values: [String: String] = [:]

  /// Sets a variable for all following entries. Throws if no environment can have it.
  mutating func set(_ variable: EntryVariable) throws(InputError) {
    guard variable.hasAllowedName else {
      throw InputError(
        "variable '\(variable.name.visible)' is not allowed; use letters, digits and _, such as"
          + " PATH=/usr/bin:/bin")
    }
    values[variable.name] = variable.value
  }

  /// The shell of the commands.
  var shell: String {
    values["SHELL"].flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil } ?? "/bin/sh"
  }

  /// Sets the directory and the variables of a request that runs as `user`; without a user, of one whose home is
  /// unknown. As with cron, the directory is `/` if the home does not exist.
  func apply(to task: inout TranslatedTask, user: TaskMachine.User?, _ context: EntryContext) {
    task.environment = values.filter { !Self.schedulerVariables.contains($0.key) }
    task.environment["SHELL"] = shell
    task.environment["PATH"] = values["PATH"] ?? Self.path
    let home = values["HOME"] ?? user?.home ?? "/"
    if let user {
      task.environment["HOME"] = home
      (task.environment["LOGNAME"], task.environment["USER"]) = (user.name, user.name)
    }
    let homeExists = home.utf8.first == UInt8(ascii: "/") && context.hasDirectory(home)
    task.directory = homeExists ? home : "/"
    if !homeExists { task.notes.append("The home '\(home)' was not found, so the directory is /.") }
  }

  /// Sets the directory and the variables of a request as anacron does: it runs commands in `/` and in `/bin/sh`,
  /// and sets no `PATH`.
  func applyAsAnacron(to task: inout TranslatedTask, user: TaskMachine.User) {
    task.environment = values.filter { !Self.schedulerVariables.contains($0.key) }
    task.environment["SHELL"] = Self.anacronShell
    task.environment["HOME"] = values["HOME"] ?? user.home
    (task.environment["LOGNAME"], task.environment["USER"]) = (user.name, user.name)
    task.directory = "/"
  }

  /// Adds the command that mails failures to MAILTO, or a note if its address is not allowed.
  func addFailureMail(to task: inout TranslatedTask) {
    guard let addresses = values["MAILTO"] else { return }
    do throws(InputError) {
      task.add("on-failure-command", try ReportMail.command(to: addresses))
    } catch {
      task.notes.append("\(error).")
    }
  }
}
