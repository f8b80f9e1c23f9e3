import ArgumentParser
import Control
import Scheduling
import Terminal

struct ReleaseVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract:
      "Restore an adopted timer and remove its request. For root, and with --user.",
    usage: "rubatoctl release (<timer> | <id> | --all)")

  @Argument(help: "The timer, or the id of its request.")
  var name: String?

  @Flag(help: "Every adopted timer.")
  var all = false

  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard all != (name != nil) else { throw ValidationError("name a timer, or use --all") }
  }

  func perform(_ session: Session) throws(Failure) {
    let systemd = try Systemctl(for: session.instance)
    let chosen = try session.adopted().filter { request in
      all || request.id == name || request.timer?.name == name.map(SystemdUnit.timer)
    }
    if let name, chosen.isEmpty {
      throw .refused(
        error: ControlError.notFound.rawValue,
        ControlError.Parameters(
          field: "timer", value: name,
          message: "no timer or request '\(name)' is adopted; `rubatoctl list` shows those that are"
        ))
    }
    var failures: [Failure] = []
    var released: [TimerInfo] = []
    for request in chosen {
      guard let timer = request.timer else { continue }
      do throws(Failure) {
        try release(timer, of: request, systemd, session)
        released.append(timer)
      } catch {
        failures.append(error)
      }
    }
    try report(released, failures, session)
  }

  /// First the timer, so that an interruption leaves work that is done twice, not work that is not
  /// done at all.
  private func release(
    _ timer: TimerInfo, of request: RequestInfo, _ systemd: Systemctl, _ session: Session
  ) throws(Failure) {
    let isGone = try systemd.timer(timer.name).loadState == "not-found"
    if !isGone {
      try systemd.putBack(timer, ran: request.lastSuccess.flatMap(UniversalTime.parse))
    }
    _ = try session.call(
      Cancel(id: request.id, app: request.app, owner: request.owner, keepRunning: true))
  }

  private func report(
    _ released: [TimerInfo], _ failures: [Failure], _ session: Session
  ) throws(Failure) {
    if !released.isEmpty || failures.isEmpty {
      try session.answer(released) { _ in
        released.isEmpty
          ? ["No timers are adopted."]
          : released.map {
            "Released: \($0.name) is \($0.state) and \($0.active ? "active" : "inactive") again."
          }
      }
    }
    for failure in failures.dropLast() { failure.report(asJSON: session.isJSON) }
    if let last = failures.last { throw last }
  }
}

extension Session {
  /// The requests that stand in the place of timers, of all users where one may see them.
  func adopted() throws(Failure) -> [RequestInfo] {
    let isRoot = Users.isRoot
    return try call(List(allUsers: isRoot ? true : nil)).requests.filter { $0.timer != nil }
  }
}
