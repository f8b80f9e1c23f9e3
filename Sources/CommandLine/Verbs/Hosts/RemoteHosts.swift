import Terminal

#if canImport(Glibc)
  import Glibc
#endif

/// The machines that `-H` names. Each runs the typed verb itself, over ssh: its programs, files, environment and
/// permissions are in effect, and its version may be another one.
enum RemoteHosts {
  /// The largest number of connections at the same time.
  static let mostConnections = 16

  /// Runs the typed verb on the named machines and returns the exit code; `nil` if none is named, or the help is asked
  /// for.
  static func perform(_ options: HostOptions) throws(Failure) -> Int32? {
    let verb = HostVerb(options.rest)
    guard let host = options.hosts.first, !verb.isHelp else { return nil }
    do throws(InputError) {
      try verb.check(hosts: options.hosts)
    } catch {
      throw .refused(error)
    }
    if options.hosts.count > 1 { return try performOnSeveral(options) }
    let command = RemoteCommand(on: host, options.rest, to: place(of: verb))
    let status = try SSHProcess.run(command.arguments)
    // Each code, also one that ssh uses itself, can then be that of the command.
    if verb.exitsAsCommand { return status }
    guard let problem = HostAnswer.problem(host, status: status) else { return status }
    throw .noDaemon(problem)
  }

  /// Returns the place of an answer. A verb that does not need a terminal gets none on the other machine, since a
  /// terminal would mix standard output and standard error.
  private static func place(of verb: HostVerb) -> RemoteCommand.Place {
    let ends = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    let hasTerminal = ends.allSatisfy { isatty($0) == 1 }
    return verb.needsTerminal && hasTerminal ? .terminal : .output(Screen.variables())
  }

  /// Runs the verb on several machines side by side, prints their answers in the typed order, and returns the worst
  /// exit code.
  private static func performOnSeveral(_ options: HostOptions) throws(Failure) -> Int32 {
    let isJSON = options.rest.prefix { $0 != "--" }.contains("--json")
    // Lines are indented below their host.
    let variables = Screen.variables(indent: isJSON ? 0 : 2)
    let commands = options.hosts.map { RemoteCommand(on: $0, options.rest, to: .pipe(variables)) }
    let answers = try HostConnections.answers(of: commands, atMost: mostConnections) { answer in
      if isJSON { return }
      answer.complaints.forEach(Output.printError)
      answer.lines.forEach(Output.print)
    }
    if isJSON { Output.print(HostAnswer.json(answers)) }
    return answers.map(\.exitCode).max() ?? 0
  }
}
