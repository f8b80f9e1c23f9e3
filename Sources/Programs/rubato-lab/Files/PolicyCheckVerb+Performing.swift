import Control
import Files
import Scheduling
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

extension PolicyCheckVerb: LaboratoryWork {
  /// Prints the meaning of the named files, or of all files that the daemon reads, and their problems. Fails if there
  /// is a problem.
  func perform() throws {
    var report = TaskCheck.Report()
    if files.isEmpty {
      report = TaskCheck(isUser: user).report(try tree())
      report.add(PolicyCheck.ofDaemon(isUser: user))
    } else {
      let named = try NamedFiles(files)
      report = TaskCheck(isUser: user).report(named.tasks)
      report.problems += named.errors.map { .init(TaskProblem(task: nil, error: $0)) }
      for policy in named.policies { report.add(PolicyCheck(policy.text, file: policy.path)) }
    }
    if json {
      Output.print(JSONLayout.indented(report))
    } else {
      for task in report.tasks { Output.print(task.meaning) }
      for mask in report.masks { Output.print(mask.meaning) }
      for policy in report.policies { Output.print(policy.meaning) }
      for problem in report.problems {
        Output.print(AdvisedCommands.ofThisProcess.completed(problem.text.visible))
      }
      if report.isEmpty {
        Output.print(
          "No task files and no policy file found in the directories of"
            + " \(user ? "your own" : "the system's") daemon; name files to check them, as in:"
            + " rubatoctl policy check tasks.d/*.yaml")
      }
      if files.isEmpty, !user, hasOwnFiles {
        Output.print(
          "Only the system's files were checked. Those of your own daemon:"
            + " rubatoctl policy check --user")
      }
    }
    guard report.problems.isEmpty else { throw Failure.negative }
  }

  /// Returns the task files of the system, or those of the user with `--user`.
  private func tree() throws(Failure) -> TaskTree {
    guard user else {
      return TaskTree(directories: TaskDirectories.system, owners: [0, geteuid()])
    }
    guard let tree = ownTree else {
      throw .usage("--user needs HOME and XDG_RUNTIME_DIR, which a login session sets")
    }
    return tree
  }

  /// The task files of the user; `nil` if their directories are unknown.
  private var ownTree: TaskTree? {
    TaskDirectories.user(Process.environment).map {
      TaskTree(directories: $0, owners: [0, geteuid()])
    }
  }

  /// Whether the user has any file that their own daemon would read.
  private var hasOwnFiles: Bool {
    if let policy = PolicyFile.user(Process.environment), access(policy, F_OK) == 0 { return true }
    return ownTree?.layers.contains { !$0.entries.isEmpty || $0.refusal != nil } ?? false
  }
}
