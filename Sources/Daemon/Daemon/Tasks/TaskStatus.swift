import Control
import Descriptors
import Files
import Scheduling

/// How the task files stand since they were read last. Used on the engine's loop only.
struct TaskStatus {
  /// What makes the daemon read the files again, for people.
  var reloadCommand = ServiceManager.nobody.reload
  /// Those that reach the daemon.
  var commands = AdvisedCommands()
  var problems: [TaskProblem] = []
  /// What is wrong with the policy file, for people.
  var policyWarning: String?
  /// How many answers are still to come, and what is called after the last of them.
  var openAnswers = 0
  var finished: LoopConfined<() -> Void>?

  /// What an administrator should know.
  ///
  /// - Parameter declared: The ids of requests that files declare.
  func warnings(declared: [String]) -> [String] {
    let declared = Set(declared)
    return [policyWarning].compactMap(\.self)
      + problems.map { problem in
        guard let task = problem.task else {
          return "\(problem.error); all tasks stay as declared before until:"
            + " \(reloadCommand)"
        }
        let standing =
          declared.contains(task) ? "it stays as declared before" : "it is not declared"
        return "task \(task): \(problem.error); \(standing) until: \(reloadCommand)"
      }
  }
}
