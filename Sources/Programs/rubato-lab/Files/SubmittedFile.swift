import Control
import Files
import Scheduling
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// The task of a file, submitted as if its keys had been typed as options.
struct SubmittedFile {
  let task: TaskFile

  /// Throws an error if the task runs as another user.
  func checkUser() throws(Failure) {
    guard let user = task.user, Users.uid(user) != Int64(geteuid()) else { return }
    throw .refused(
      "\(task.error("user", "requests run as you, not as '\(user)'; declare it in"))"
        + " \(TaskDirectories.system[0]) for another user")
  }

  /// Returns the call that submits the task. `terms` and `context` are the typed options, which take precedence over
  /// the file.
  func call(
    _ terms: SubmitTerms, _ context: SubmitContext
  ) throws(Failure) -> Submit {
    var (terms, context) = (terms, context)
    terms.id = terms.id ?? (task.id.isEmpty ? nil : task.id)
    terms.fill(from: task)
    context.fill(from: task)
    var call = try terms.call(try command(context))
    // A typed group is another one.
    if call.group == task.terms.group { call.groupWidth = task.groupWidth.map { Int64($0) } }
    return call
  }

  /// Returns the command of the task: a unit, or a command or steps with the paths of their programs.
  private func command(_ context: SubmitContext) throws(Failure) -> CommandInfo {
    switch task.work {
    case .unit(let name): return .starting(name, signal: context.signal)
    case .command(let words): return try context.resolve(words)
    case .steps(let steps):
      var command = try context.resolve([] as [String])
      command.steps = try context.resolve(
        steps.map { step in
          StepInfo(name: step.name, arguments: step.words, limit: step.limit?.seconds)
        })
      return command
    }
  }
}

extension SubmitTerms {
  /// Copies from a task file the options that were not typed.
  mutating func fill(from task: TaskFile) {
    (earliest, latest) = (earliest ?? task.earliest, latest ?? task.latest)
    for option in task.terms.givenOptions { fill(option) }
  }
}

extension SubmitContext {
  /// Copies the environment, the directory and the signal of a task file. Typed values take precedence.
  fileprivate mutating func fill(from task: TaskFile) {
    env = task.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + env
    directory = directory ?? task.directory
    signal = signal ?? task.signal?.rawValue
  }
}
