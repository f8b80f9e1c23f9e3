import ArgumentParser
import Control
import Terminal
import Vocabulary

struct ReleaseVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "Restore adopted timers and imported entries, and remove their requests.",
    usage: "rubatoctl release (<timer> | <id> ... | --all)",
    discussion: """
      Timers are restored for root, and with --user. Entries of cron and anacron are those that \
      `rubatoctl import --replace` has disabled: your own ones, and for root those of /etc/crontab, \
      /etc/cron.d and /etc/anacrontab.
      """)

  @Argument(
    help: ArgumentHelp("Timers, or ids of the requests.", valueName: "name"),
    completion: TimerNames.completionOfReplaced)
  var names: [String] = []

  @Flag(help: "Release every adopted timer and imported entry.")
  var all = false

  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    // Exactly one of --all and names must be given.
    guard all == names.isEmpty else { throw ValidationError("name a timer, or use --all") }
  }

  /// Restores the selected entries and timers and removes their requests. A failure does not affect the other entries
  /// and timers; all failures are reported at the end.
  func perform(_ session: Session) throws(Failure) {
    let search = ReleasedEntries(all ? nil : names)
    let entries = search.entries
    // A name that is not the id of an entry can be that of a timer.
    let timerNames = names.filter { name in !entries.contains { $0.entry.id == name } }
    // A table that could not be read may contain the names that were not found, or with --all further entries. If all
    // names were found, it does not matter.
    let mayMissEntries = all || !timerNames.isEmpty
    var failures = mayMissEntries ? search.failures : []
    // The answer is that of timers, also if none is adopted.
    let concernsOnlyTimers = entries.isEmpty && failures.isEmpty
    if concernsOnlyTimers { return try releaseTimers(timerNames, session) }
    var released: [ReleasedEntries.TableEntry] = []
    for entry in entries {
      do throws(Failure) {
        try ReleasedEntries.release(entry, session)
        released.append(entry)
      } catch {
        failures.append(error)
      }
    }
    if !entries.isEmpty { try session.printAnswer(released) { _ in released.map(\.sentence) } }
    let hasTimers = all ? try !session.adopted().isEmpty : !timerNames.isEmpty
    if hasTimers {
      do throws(Failure) {
        try releaseTimers(timerNames, session)
      } catch {
        failures.append(error)
      }
    }
    for failure in failures.dropLast() { failure.report(asJSON: session.isJSON) }
    if let last = failures.last { throw last }
  }

  /// Restores each selected timer and removes its request.
  private func releaseTimers(_ names: [String], _ session: Session) throws(Failure) {
    let lacksRights = session.instance.scope == .system && !Users.isRoot
    // `Systemctl` below refuses system timers. A name without `.timer` may be that of an entry instead, which was not
    // found, so its error is about both.
    if lacksRights, let name = names.first(where: { !$0.hasSuffix(".timer") }) {
      throw Failure.notAdopted(name).adding("only root may release those of the system, with sudo")
    }
    let systemd = try Systemctl(for: session.instance, to: "release")
    try session.checkTrust()
    let adopted = try session.adopted()
    let selected = adopted.filter { request in all || names.contains { request.isAdopted(as: $0) } }
    var failures = names.filter { name in !selected.contains { $0.isAdopted(as: name) } }
      .map(Failure.notAdopted)
    var released: [TimerInfo] = []
    for request in selected {
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

  /// Restores a timer, if it still exists, and then cancels its request. In this order an interruption leaves work
  /// that is done twice rather than never.
  private func release(
    _ timer: TimerInfo, of request: RequestInfo, _ systemd: Systemctl, _ session: Session
  ) throws(Failure) {
    guard AnsweredName.isTimer(timer.name) else { throw .notAName(timer.name, of: "timer") }
    let isMissing = try systemd.timer(timer.name).loadState == "not-found"
    if !isMissing {
      try systemd.restore(timer, lastRun: request.lastSuccess.flatMap(UniversalTime.parse))
    }
    _ = try session.call(
      Cancel(id: request.id, app: request.app, owner: request.owner, keepRunning: true))
  }

  /// Prints the released timers and reports the failures, of which the last one is thrown.
  private func report(
    _ released: [TimerInfo], _ failures: [Failure], _ session: Session
  ) throws(Failure) {
    if !released.isEmpty || failures.isEmpty {
      try session.printAnswer(released) { _ in
        released.isEmpty
          ? ["No timers are adopted."]
          : released.map {
            "Released: \($0.name.visible) is \($0.state) and \($0.active ? "active" : "inactive") again."
          }
      }
    }
    for failure in failures.dropLast() { failure.report(asJSON: session.isJSON) }
    if let last = failures.last { throw last }
  }
}

extension RequestInfo {
  /// Whether the request has this id, or replaces this timer.
  fileprivate func isAdopted(as name: String) -> Bool {
    id == name || timer?.name == SystemdUnit.timer(name)
  }
}

extension Failure {
  /// Returns the refusal for a name that is neither an adopted timer nor the request of one. The name can be that of a
  /// request that was imported without `--replace`.
  fileprivate static func notAdopted(_ name: String) -> Failure {
    let remedy =
      name.hasSuffix(".timer")
      ? "" : "; if a request has this id, `rubatoctl cancel \(name)` removes it"
    return .refused(
      error: ControlError.notFound.rawValue,
      ControlError.Parameters(
        field: "timer", value: name,
        message:
          "no replaced entry or adopted timer '\(name)'; `rubatoctl list` shows adopted timers\(remedy)"
      ))
  }
}

extension Session {
  /// Returns the requests that replace timers, of all users if the caller may see them.
  func adopted() throws(Failure) -> [RequestInfo] {
    let isRoot = Users.isRoot
    return try list(List(allUsers: isRoot ? true : nil)).requests.filter { $0.timer != nil }
  }
}
