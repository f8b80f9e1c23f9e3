import Control
import Files
import Scheduling
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

extension PolicyCheckVerb: LaboratoryWork {
  func perform() throws {
    var report = TaskCheck.Report()
    if files.isEmpty {
      report = TaskCheck(isUser: user).report(try tree())
      report.add(PolicyCheck.ofDaemon(isUser: user))
    } else {
      let named = try NamedFiles(files)
      report = TaskCheck(isUser: user).report(named.tasks)
      for policy in named.policies { report.add(PolicyCheck(policy.text, file: policy.path)) }
    }
    if json {
      Output.print(JSONLayout.indented(report))
    } else {
      for task in report.tasks { Output.print(task.meaning) }
      for mask in report.masks { Output.print(mask.meaning) }
      for policy in report.policies { Output.print(policy.meaning) }
      for problem in report.problems { Output.print(problem.text.visible) }
      if report.isEmpty {
        Output.print("There are no task files, and no policy file.")
      }
    }
    guard report.problems.isEmpty else { throw Failure.negative }
  }

  private func tree() throws(Failure) -> TaskTree {
    guard user else {
      return TaskTree(directories: TaskDirectories.system, owners: [0, geteuid()])
    }
    guard let places = TaskDirectories.user(Process.environment) else {
      throw .usage("--user needs HOME and XDG_RUNTIME_DIR, which a login session sets")
    }
    return TaskTree(directories: places, owners: [0, geteuid()])
  }
}
