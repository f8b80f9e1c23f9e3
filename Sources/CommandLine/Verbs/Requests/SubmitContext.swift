import ArgumentParser
import Control
import Terminal

/// The context of a submitted command.
package struct SubmitContext: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Set an environment variable: NAME=VALUE, or NAME to pass on its current value.",
      valueName: "variable"))
  package var env: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read environment variables from a file of NAME=VALUE lines.", valueName: "path"))
  package var envFile: [String] = []

  @Option(
    help: ArgumentHelp(
      "Working directory of the command (default: the current one).", valueName: "path"))
  package var directory: String?

  @Option(
    help: ArgumentHelp("Signal sent when the budget ends (default: TERM).", valueName: "name"))
  package var signal: String?

  package init() {}
}

extension SubmitContext {
  /// The largest allowed size of an environment file, in bytes.
  private static let longestFile = 256 * 1024

  /// Returns the command with its surroundings, as ``CommandSurroundings`` does.
  package func resolve(_ command: [String]) throws(Failure) -> CommandInfo {
    try surroundings().resolve(command)
  }

  /// Returns the steps with the paths of their programs. Throws a refusal if a program does not exist.
  package func resolve(_ steps: [StepInfo]) throws(Failure) -> [StepInfo] {
    try surroundings().resolve(steps)
  }

  /// Returns the surroundings of the commands that the options describe. Throws a refusal if a file cannot be read, an
  /// assignment is invalid, or the current directory was removed.
  package func surroundings() throws(Failure) -> CommandSurroundings {
    let environment = try environment()
    return CommandSurroundings(
      environment: environment, lookup: try lookup(environment), directory: directory,
      signal: signal)
  }

  /// Returns the typed parts of a command without its arguments and without inherited variables, to change a request
  /// that has a command.
  func partsOfChange() throws(Failure) -> CommandInfo {
    // Without arguments, no program is searched.
    var parts = try resolve([] as [String])
    parts.environment = try environment(CommandEnvironment(named: Process.environment))
    return parts
  }

  /// The parts of a command that were typed, as fields of a call.
  var typedFields: [String] {
    [
      directory.map { _ in "command.directory" }, signal.map { _ in "command.signal" },
      env.isEmpty && envFile.isEmpty ? nil : "command.environment",
    ].compactMap(\.self)
  }

  /// Warns if a condition, or a command that reports failures or missed latest dates, names a program that does not
  /// exist. Such lines run long after the submission, when no user sees their errors.
  func warnOfMissingPrograms(in call: Submit) throws(Failure) {
    try warnIfMissing(
      programOf: call.condition, "--condition",
      "the condition fails, so that the request would not start")
    try warnIfMissing(
      programOf: call.onFailureCommand, "--on-failure-command",
      "once the request has failed, no command would run")
    try warnIfMissing(
      programOf: call.onOverdueCommand, "--on-overdue-command",
      "once the request is overdue, no command would run")
  }

  /// Prints a warning to standard error if the program of a command line does not exist. Does nothing if there is no
  /// line.
  ///
  /// - Parameters:
  ///   - option: The option that sets the line.
  ///   - effect: The effect as a sentence.
  private func warnIfMissing(programOf line: String?, _ option: String, _ effect: String)
    throws(Failure)
  {
    guard let line else { return }
    let environment = try environment()
    // The daemon runs these lines in the root directory.
    let lookup = ProgramLookup(directory: "/", path: environment["PATH"] ?? "/usr/bin:/bin")
    guard let program = lookup.missingProgram(ofLine: line) else { return }
    Output.advise(
      "Warning: \(option): program '\(program.visible)' not found; \(effect)."
    )
  }

  /// Returns the search for programs in the current directory and in the PATH of `environment`. Throws if the
  /// directory was removed, or its path is not text in UTF-8.
  private func lookup(_ environment: [String: String]) throws(Failure) -> ProgramLookup {
    ProgramLookup(
      directory: try Process.directory(), path: environment["PATH"] ?? "/usr/bin:/bin")
  }

  /// Returns the environment of a new command, which begins with the inherited variables.
  private func environment() throws(Failure) -> [String: String] {
    try environment(CommandEnvironment(of: Process.environment))
  }

  /// Returns the environment of the command: the initial one, changed by the environment files and then by the single
  /// assignments. Throws a refusal if a file cannot be read or an assignment is invalid.
  ///
  /// - Parameter first: The initial environment.
  private func environment(_ first: CommandEnvironment) throws(Failure) -> [String: String] {
    var environment = first
    do {
      for path in envFile {
        try environment.addFile(TextFile.read(path, limit: Self.longestFile), named: path)
      }
      for assignment in env { try environment.add(assignment) }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .refused("\(error)")
    }
    return environment.values
  }
}
