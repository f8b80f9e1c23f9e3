import Control
import Descriptors
import Files
import Scheduling

/// The state of the task files after the last read. Used on the engine's loop only.
struct TaskStatus {
  /// The command that makes the daemon read the files again.
  var reloadCommand = ServiceManager.none.reload
  /// The commands that reach the daemon.
  var commands = AdvisedCommands()
  var problems: [TaskProblem] = []
  /// The problem with the policy file; `nil` if there is none.
  var policyWarning: String?
  /// The path of the policy file, if it has an error; otherwise `nil`.
  var invalidPolicy: String?
  /// The number of outstanding answers, and the closure to call after the last of them.
  var openAnswers = 0
  var finished: LoopConfined<() -> Void>?

  /// The paths of the policy file and of the task files that have errors, each once.
  var invalidFiles: [String] {
    let files = [invalidPolicy].compactMap(\.self) + problems.map(\.error.file)
    return files.reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
  }

  /// Returns the warnings about the policy file and the task files, each with the remedy.
  ///
  /// - Parameter declared: The ids of requests that files declare.
  func warnings(declared: [String]) -> [String] {
    let declared = Set(declared)
    return [policyWarning].compactMap(\.self)
      + problems.map { problem in
        guard let task = problem.task else {
          return "\(problem.error); all tasks keep their previous declaration \(remedy)"
        }
        let consequence =
          declared.contains(task) ? "it keeps its previous declaration" : "it is not declared"
        return "task \(task): \(problem.error); \(consequence) \(remedy)"
      }
  }

  /// The end of a warning: the conditions under which the files are in effect again.
  private var remedy: String {
    "until the error is corrected and the files are read again: \(reloadCommand)"
  }
}
