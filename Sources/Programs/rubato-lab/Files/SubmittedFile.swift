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
  ///
  /// - Parameter usual: The surroundings of `context`, for a task that does not change them; `nil` if they are not
  ///   known.
  func call(
    _ terms: SubmitTerms, _ context: SubmitContext, usual: CommandSurroundings? = nil
  ) throws(Failure) -> Submit {
    var terms = terms
    terms.id = terms.id ?? (task.id.isEmpty ? nil : task.id)
    terms.fill(from: task)
    var call = try terms.call(try command(context, usual))
    // The width in the file is that of the group in the file, not of a typed one.
    if call.group == task.terms.group { call.groupWidth = task.groupWidth.map { Int64($0) } }
    return call
  }

  /// Returns the command of the task: a unit, or a command or steps with the paths of their programs.
  ///
  /// - Parameter usual: The surroundings of `context`, which cost time to determine; `nil` if they are not known.
  private func command(
    _ context: SubmitContext, _ usual: CommandSurroundings?
  ) throws(Failure) -> CommandInfo {
    var (context, usual) = (context, usual)
    let changesSurroundings =
      !task.environment.isEmpty || task.directory != nil || task.signal != nil
    if changesSurroundings {
      // `usual` does not have the changes.
      context.fill(from: task)
      usual = nil
    }
    var command: CommandInfo
    switch task.work {
    case .unit(let name): command = .starting(name, signal: context.signal)
    case .command(let words): command = try Self.surroundings(context, usual).resolve(words)
    case .steps(let steps):
      let surroundings = try Self.surroundings(context, usual)
      command = try surroundings.resolve([] as [String])
      command.steps = try surroundings.resolve(
        steps.map { step in
          StepInfo(name: step.name, arguments: step.words, limit: step.limit?.seconds)
        })
    }
    if let umask = task.umask { command.umask = Int64(umask) }
    return command
  }

  /// Returns the surroundings that are known, or else those of the context.
  private static func surroundings(
    _ context: SubmitContext, _ known: CommandSurroundings?
  ) throws(Failure) -> CommandSurroundings {
    if let known { return known }
    return try context.surroundings()
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
