import ArgumentParser
import Control
import Terminal

/// The work of a request: a command, several in order, or a unit of systemd.
package struct SubmitWork: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Start this systemd service instead of a command. For root, and with --user, on a daemon that"
        + " starts units (see the help of adopt).",
      valueName: "name.service"))
  var unit: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "One of several commands, run in order; a later run resumes after the last completed one.",
      valueName: "name=command line"))
  var step: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Time limit of a step; without a name, of every step without a limit.",
      valueName: "name=duration"))
  var stepLimit: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Submit the requests of files instead of a command: task files, directories of them, YAML streams, or JSON lines.",
      valueName: "path"),
    completion: .file())
  var file: [String] = []

  @Flag(help: "Submit all requests of the files, or none if one of them is refused.")
  package var atomic = false

  @Argument(
    help: ArgumentHelp(
      "Task file to submit instead of a command; - reads requests from standard input.",
      valueName: "file.yaml"),
    completion: CommandCompletion.completion)
  var source: String?

  @Argument(
    parsing: .postTerminator, help: "Command and its arguments, after --.",
    completion: CommandCompletion.completion)
  var command: [String] = []

  package init() {}

  /// The paths of the files with requests, in their order; `-` is standard input.
  package var files: [String] { [source].compactMap(\.self) + file }

  /// Throws a usage error unless exactly one of a command, steps, a unit and files is given. It is not part of
  /// `validate()`, which would precede the error about an unknown option, whose value would be taken for a file.
  func check() throws(Failure) {
    // Another word is no file. Its error depends on its place: in a list, after --exact, or elsewhere.
    if let source, !source.hasSuffix(".yaml"), !source.hasSuffix("/"), source != "-" {
      throw StrayWord.errorInList(of: CommandLine.arguments)
        ?? StrayWord.errorAfterExact(source, in: CommandLine.arguments)
        ?? StrayWord.error(source, before: command)
    }
    switch [!files.isEmpty, unit != nil, !step.isEmpty, !command.isEmpty].count(where: \.self) {
    case 0:
      throw .usage(
        "no command is given; put it after --, as in: rubatoctl submit --id backup -- restic backup /home"
      )
    case 1: break
    default: throw .usage("use only one of a command, --step, --unit and a file")
    }
    if atomic, files.isEmpty { throw .usage("--atomic goes with files or -") }
    if !stepLimit.isEmpty, step.isEmpty { throw .usage("--step-limit goes with --step") }
  }

  /// Prints advice if an argument of the command is `--id`, which was probably meant as an option of `submit`.
  func adviseOfIDInCommand() {
    guard command.dropFirst().contains(where: { $0 == "--id" || $0.hasPrefix("--id=") }) else {
      return
    }
    Output.advise(
      "Note: --id is an argument of the command, since it follows --; to name the request, write"
        + " --id before --.")
  }

  /// Returns the unit, the command or the steps in the form of the daemon's calls.
  func command(_ context: SubmitContext) throws(Failure) -> CommandInfo {
    if let unit { return .starting(SystemdUnit.service(unit), signal: context.signal) }
    var resolved = try context.resolve(command)
    if !step.isEmpty { resolved.steps = try context.resolve(try steps()) }
    return resolved
  }

  /// Returns the steps of `--step`, with the time limits of `--step-limit`. Throws a refusal if one is invalid.
  private func steps() throws(Failure) -> [StepInfo] {
    do throws(InputError) {
      return try StepList.parse(step, limits: stepLimit)
    } catch {
      throw .refused(error)
    }
  }
}

extension CommandInfo {
  /// Returns a command that starts a unit, whose directory, environment and mask come from the unit's own file.
  package static func starting(_ unit: String, signal: String? = nil) -> CommandInfo {
    CommandInfo(
      arguments: [], unit: unit, directory: "/", environment: [:], umask: 0o022,
      signal: signal.map(SignalName.short))
  }
}
