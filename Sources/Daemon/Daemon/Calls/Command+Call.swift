import Control
import Glibc
import Scheduling

extension Command {
  /// What a call names; without a command it is a task, which the process of its app is handed.
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

  /// Signals that may tell a command something: those that a process can handle and that mean no fault.
  private static let signals: [(name: String, number: Int32)] = [
    ("TERM", SIGTERM), ("INT", SIGINT), ("HUP", SIGHUP), ("QUIT", SIGQUIT), ("USR1", SIGUSR1),
    ("USR2", SIGUSR2),
  ]

  static func signal(_ name: String, field: String) throws(Refusal) -> Int32 {
    let short = name.hasPrefix("SIG") ? String(name.dropFirst(3)) : name
    if let known = signals.first(where: { $0.name == short }) { return known.number }
    throw Refusal(
      field: field, value: name,
      allowed: signals.map(\.name).joined(separator: ", "))
  }
}

extension Command {
  /// The name of a signal, such as `USR1`; its number where it is none of those.
  static func name(ofSignal number: Int32) -> String {
    signals.first { $0.number == number }?.name ?? String(number)
  }
}
