import Control
import Terminal
import Vocabulary

/// The environment, the directory and the signal of submitted commands, and the search for their programs. It is made
/// once for many commands, since it reads files and the current directory.
package struct CommandSurroundings {
  private let environment: [String: String]
  private let lookup: ProgramLookup
  /// The directory as it was typed; `nil` for the current one.
  private let directory: String?
  private let signal: String?
  private let umask = Process.mask

  init(
    environment: [String: String], lookup: ProgramLookup, directory: String?, signal: String?
  ) {
    self.environment = environment
    self.lookup = lookup
    self.directory = directory
    self.signal = signal
  }

  /// Returns the command with the path of its program, its directory, environment and file mode mask, since the
  /// daemon does not know those of the caller. Its arguments are empty for a request with steps. Throws a refusal if
  /// the program does not exist.
  package func resolve(_ command: [String]) throws(Failure) -> CommandInfo {
    if let failure = Self.refusalOfMissingScript(command) { throw failure }
    do throws(InputError) {
      return CommandInfo(
        arguments: command.isEmpty ? [] : try lookup.resolve(command),
        directory: try lookup.directory(directory), environment: environment,
        umask: umask, signal: signal.map(SignalName.short))
    } catch {
      throw .refused(Self.adviceOnQuotedLine(command, lookup) ?? error)
    }
  }

  /// Returns the steps with the paths of their programs. Throws a refusal if a program does not exist.
  package func resolve(_ steps: [StepInfo]) throws(Failure) -> [StepInfo] {
    var resolved = steps
    for index in steps.indices {
      if let failure = Self.refusalOfMissingScript(steps[index].arguments) { throw failure }
      do throws(InputError) {
        resolved[index].arguments = try lookup.resolve(steps[index].arguments)
      } catch {
        throw .refused("--step \(steps[index].name ?? ""): \(error)")
      }
    }
    return resolved
  }

  /// Returns the refusal of a shell that would read its script from standard input; `nil` for other commands.
  private static func refusalOfMissingScript(_ command: [String]) -> Failure? {
    guard ShellScript.isMissing(in: command) else { return nil }
    let shell = command.map(ShellText.quoted).joined(separator: " ").visible
    let typedLine = TypedCommand.ofThisProcess
    return .refused(
      "'\(shell)' would read its commands from standard input, which is empty in a run; name a script, as in:"
        + " \(typedLine.replacingCommand("\(shell) FILE")), or give the commands, as in: "
        + typedLine.replacingCommand("\(shell) -c 'COMMANDS'")
    )
  }

  /// Returns an error with advice if the only word is a whole command line, typed in quotes, whose first word is a
  /// program, as in `submit -- 'restic backup /home'`; `nil` for other commands.
  private static func adviceOnQuotedLine(_ command: [String], _ lookup: ProgramLookup)
    -> InputError?
  {
    guard let line = command.first, command.count == 1 else { return nil }
    guard let first = line.split(separator: " ").first, first.count < line.count else { return nil }
    let isProgram = (try? lookup.find(String(first))) != nil
    guard isProgram else { return nil }
    let typedLine = TypedCommand.ofThisProcess
    let shell = typedLine.replacingCommand("sh -c \(ShellText.quoted(line).visible)")
    // A line with variables or pipes, for example, needs a shell.
    guard let words = try? ShellWords.split(line) else {
      return InputError(
        "program '\(line.visible)' not found; run the line in a shell: \(shell)")
    }
    let typed = words.map(ShellText.quoted).joined(separator: " ").visible
    return InputError(
      "program '\(line.visible)' not found; leave out the quotes around the command:"
        + " \(typedLine.replacingCommand(typed)), or run the line in a shell: \(shell)")
  }
}
