import ArgumentParser
import Control
import Terminal

/// What a submitted command finds around it.
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
  private static let longestFile = 256 * 1024

  /// The command as the daemon is to execute it, since it sees no one's home; empty for steps.
  package func resolve(_ command: [String]) throws(Failure) -> CommandInfo {
    let environment = try environment()
    let lookup = try lookup(environment)
    do throws(InputError) {
      return CommandInfo(
        arguments: command.isEmpty ? [] : try lookup.resolve(command),
        directory: try lookup.directory(directory), environment: environment,
        umask: Process.mask, signal: signal.map(SignalName.short))
    } catch {
      throw .refused(error)
    }
  }

  /// The same steps with their programs found.
  package func resolve(_ steps: [StepInfo]) throws(Failure) -> [StepInfo] {
    let lookup = try lookup(environment())
    var resolved = steps
    for index in steps.indices {
      do throws(InputError) {
        resolved[index].arguments = try lookup.resolve(steps[index].arguments)
      } catch {
        throw .refused("--step \(steps[index].name ?? ""): \(error)")
      }
    }
    return resolved
  }

  private func lookup(_ environment: [String: String]) throws(Failure) -> ProgramLookup {
    guard let here = Process.directory else {
      throw .refused("the current directory was removed; change to another")
    }
    return ProgramLookup(directory: here, path: environment["PATH"] ?? "/usr/bin:/bin")
  }

  private func environment() throws(Failure) -> [String: String] {
    var environment = CommandEnvironment(of: Process.environment)
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
