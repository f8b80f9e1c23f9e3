import Control
import Glibc
import Scheduling

extension Command {
  /// Reads the command of a call: its arguments, its unit and its steps. Without a command, it is a task that the app's
  /// process receives. Throws a refusal if the umask, the signal or the limit of a step is not allowed.
  init(_ info: CommandInfo?) throws(Refusal) {
    guard let info else {
      self.init(arguments: [])
      return
    }
    self.init(
      arguments: info.arguments, directory: info.directory, environment: info.environment,
      umask: UInt16(try Submission.whole(info.umask, field: "command.umask", in: 0...0o777)),
      signal: try Self.signal(info.signal ?? "TERM", field: "command.signal"))
    unit = info.unit
    for (index, step) in (info.steps ?? []).enumerated() {
      steps.append(
        Step(
          name: step.name ?? "step-\(index + 1)", arguments: step.arguments,
          limit: try Submission.duration(step.limit, field: "command.steps.limit")))
    }
  }

  /// Signals that can notify a command: those that a process can handle and that do not mean a fault.
  private static let signals: [(name: String, number: Int32)] = [
    ("TERM", SIGTERM), ("INT", SIGINT), ("HUP", SIGHUP), ("QUIT", SIGQUIT), ("USR1", SIGUSR1),
    ("USR2", SIGUSR2),
  ]

  /// Returns the number of a signal by its name, with or without `SIG`. Throws a refusal if it is not one of `signals`.
  static func signal(_ name: String, field: String) throws(Refusal) -> Int32 {
    let short = name.hasPrefix("SIG") ? String(name.dropFirst(3)) : name
    if let known = signals.first(where: { $0.name == short }) { return known.number }
    throw Refusal(
      field: field, value: name,
      allowed: signals.map(\.name).joined(separator: ", "))
  }
}

extension Command {
  /// Returns the name of a signal, such as `USR1`, or its number if the signal is not in the list.
  static func name(ofSignal number: Int32) -> String {
    signals.first { $0.number == number }?.name ?? String(number)
  }
}
