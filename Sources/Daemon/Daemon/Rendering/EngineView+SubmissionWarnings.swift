import Scheduling

// Warnings of the daemon itself about accepted submissions, next to those of the scheduler.
extension EngineView {
  /// Returns the warnings about the daemon of a user: limits without effect, and once, that the daemon stops at logout.
  func ownWarnings(of acceptance: Acceptance) -> [Warning] {
    guard !acceptance.kept else { return [] }
    let request = acceptance.request
    return [limitWarning(of: request), logoutWarning(of: request)].compactMap(\.self)
  }

  /// Returns the warning that the daemon stops at logout, for the first request for which that matters; `nil` for
  /// others.
  private func logoutWarning(of request: Request) -> Warning? {
    guard let lingering, request.outlasts(endOfToday), lingering.shouldWarnForTheFirstTime() else {
      return nil
    }
    return Warning(code: .endsAtLogout, text: Lingering.warning)
  }

  /// Returns the warning of limits without effect; `nil` if there are none.
  private func limitWarning(of request: Request) -> Warning? {
    let missing = missingControllers
    // A unit has limits of its own.
    guard !missing.isEmpty, request.terms.command.unit == nil else { return nil }
    let limits = request.terms.run.limits.controllers.filter { missing.contains($0.controller) }
    guard !limits.isEmpty else { return nil }
    let names = limits.map(\.name).joined(separator: ", ")
    return Warning(
      code: .limitIgnored,
      text: "limits without effect: \(names), since your systemd does not have the controllers"
        + " \(missing.joined(separator: ", ")); root can delegate them with: systemctl edit"
        + " user@.service, and Delegate= in [Service]")
  }

  /// The end of the present day, in the system's time zone.
  var endOfToday: WallTime {
    let localTime = LocalZone().civil(at: now.wall)
    let secondsOfDay = (localTime.hour * 60 + localTime.minute) * 60 + localTime.second
    return now.wall + .seconds(86_400 - secondsOfDay)
  }
}

extension Request {
  /// Whether the request repeats, or its window reaches beyond `end`.
  func outlasts(_ end: WallTime) -> Bool {
    isStanding || window.opens > end || window.latest.map { $0 > end } == true
  }
}

extension RunLimits {
  /// The limits that are set, by the words of `--limit`, with the controllers of cgroups that they need.
  fileprivate var controllers: [(name: String, controller: String)] {
    let all: [(isSet: Bool, name: String, controller: String)] = [
      (memoryBytes != nil, "memory", "memory"), (tasks != nil, "tasks", "pids"),
      (cpuPercent != nil, "cpu", "cpu"), (cpuWeight != nil, "cpu-weight", "cpu"),
      (ioWeight != nil, "io-weight", "io"),
    ]
    return all.filter(\.isSet).map { ($0.name, $0.controller) }
  }
}
