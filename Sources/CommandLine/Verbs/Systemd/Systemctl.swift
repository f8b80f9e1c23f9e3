import Control
import Terminal
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

/// The service manager: the system's, or the user's own.
struct Systemctl {
  let isUser: Bool
  /// The number of moments to compute for a calendar expression, enough to see whether their distances differ.
  private static let iterations = 24

  init(isUser: Bool) {
    self.isUser = isUser
  }

  /// Selects the system's or the user's systemd for a daemon. Root's daemon uses the system's, wherever its socket
  /// is. Throws if a user selects the timers of the system.
  ///
  /// - Parameter verb: The verb for the refusal: `adopt` or `release`.
  init(for instance: Instance, to verb: String) throws(Failure) {
    isUser = instance.scope == .user || !Users.isRoot
    if isUser, instance.scope == .system {
      throw .refused(
        error: ControlError.notPermitted.rawValue,
        ControlError.Parameters(
          field: "uid", value: "\(geteuid())",
          message: "only root may \(verb) system timers; use sudo, "
            + "or --user for your own timers"))
    }
  }

  /// The name of the command for people.
  var name: String { isUser ? "systemctl --user" : "systemctl" }

  /// Returns the properties of a timer. If it does not exist, its load state is `not-found`.
  func timer(_ name: String) throws(Failure) -> TimerFacts {
    let properties = TimerFacts.properties.joined(separator: ",")
    return TimerFacts(try run(["show", "--property=\(properties)", "--", name]))
  }

  /// Returns the next moments of a timer's calendar expressions, 24 for each, as systemd-analyze computes them. Throws
  /// if it refuses an expression.
  func elapses(of timer: TimerFacts) throws(Failure) -> Elapses {
    var elapsesOfExpressions: [Elapses] = []
    for expression in timer.calendars {
      let result = try Program(name: "systemd-analyze").run(
        ["calendar", "--iterations=\(Self.iterations)", "--", expression])
      guard result.status == 0 else { throw .refused(result.problem.sentence) }
      elapsesOfExpressions.append(Elapses(result.output))
    }
    return Elapses(of: elapsesOfExpressions)
  }

  /// Runs systemctl and returns its output; throws a refusal with its problem if it fails.
  @discardableResult
  func run(_ arguments: [String]) throws(Failure) -> String {
    let manager = isUser ? ["--user"] : ["--system"]
    let result = try Program(name: "systemctl", zone: "UTC").run(
      manager + ["--no-pager"] + arguments)
    guard result.status == 0 else {
      if Self.isUnreachable(result.problem) {
        throw .refused(
          isUser
            ? "\(name): the bus of your systemd cannot be reached; run this in a login session, which sets"
              + " XDG_RUNTIME_DIR"
            : "\(name): systemd does not run, or its bus cannot be reached; timers can be adopted, released"
              + " and imported only if systemd runs. For timers of your own, add --user")
      }
      // The list of properties is long and says nothing.
      let shownArguments = arguments.filter { !$0.hasPrefix("--property=") && $0 != "--" }
      throw .refused("\(name) \(shownArguments.joined(separator: " ")): \(result.problem.sentence)")
    }
    return result.output
  }

  /// Whether systemctl failed because there is no systemd: the machine runs without it, or the user has no session.
  static func isUnreachable(_ output: String) -> Bool {
    output.contains("not been booted with systemd")
      || output.contains("Failed to connect to") && output.contains("bus")
  }
}

extension String {
  /// The text on one line, without a full stop.
  fileprivate var sentence: String {
    let line = split(separator: "\n").joined(separator: " ").visible
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }
}
