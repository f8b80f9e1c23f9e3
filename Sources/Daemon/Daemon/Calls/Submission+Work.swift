import Control
import Glibc
import Launch
import Scheduling

// Parts of a submission that need permission: a unit, the place of a timer.
extension Submission {
  /// Adds the units that the call starts, and the timer that the request replaces. Throws a refusal if the caller may
  /// not start units. The stop timeout of the started unit becomes the grace.
  mutating func addUnitsAndTimer(
    _ call: Submit, _ caller: Caller, _ view: any EngineView, _ stopTimes: StopTimes
  ) throws(Refusal) {
    if let unit = call.command?.unit {
      try checkUnit(unit, call, caller)
      terms.grace = min(
        try stopTimes.time(of: unit, field: "command.unit"), view.core.settings.longestUnitGrace)
    }
    if let unit = call.onFailure {
      try caller.requireUnits(field: "onFailure", unit)
      // Only checks that the unit exists and can be started.
      _ = try stopTimes.time(of: unit, field: "onFailure")
      terms.run.onFailure = unit
    }
    try setReplacedTimer(call.timer, caller)
  }

  /// Throws if the caller may not start units, or if the call also sets limits or readiness. The unit file defines
  /// how the unit starts and how long it has to stop.
  private func checkUnit(_ unit: String, _ call: Submit, _ caller: Caller) throws(Refusal) {
    try caller.requireUnits(field: "command.unit", unit)
    if call.limits != nil {
      let systemctl = geteuid() == 0 ? "systemctl" : "systemctl --user"
      throw Refusal(
        .invalid, field: "limits", value: unit,
        message: "limits do not apply to units, which have their own;"
          + " use: \(systemctl) edit \(unit)")
    }
    if call.signalsReadiness == true {
      throw Refusal(
        .invalid, field: "signalsReadiness", value: unit,
        message: "a unit reports readiness to systemd (Type=notify), not rubatod; leave it out")
    }
  }

  /// Records the timer that the request replaces, with its former state, which a release restores. Throws a refusal if
  /// the caller may not start units, or if the name is not a timer's.
  private mutating func setReplacedTimer(_ info: TimerInfo?, _ caller: Caller) throws(Refusal) {
    guard let info else { return }
    try caller.requireUnits(field: "timer", info.name)
    // Names of units have at most 255 characters (systemd.unit(5)).
    guard info.name.hasSuffix(".timer"), info.name.utf8.count <= 255 else {
      throw Refusal(
        field: "timer", value: info.name, allowed: "the name of a timer, such as fstrim.timer")
    }
    terms.timer = AdoptedTimer(name: info.name, fileState: info.state, wasActive: info.active)
  }
}

extension Caller {
  /// Throws a refusal unless the caller may start units: root, or the user of a daemon that is not root's. System units
  /// run commands that root defined, as the user that root chose.
  func requireUnits(field: String, _ name: String) throws(Refusal) {
    let isOwnDaemon = geteuid() != 0 && uid == geteuid()
    guard uid != 0, !isOwnDaemon else { return }
    throw Refusal(
      .notPermitted, field: field, value: name,
      message: "only root may start system units; use sudo, or submit the command"
        + " that the unit runs")
  }
}

extension RunLimits {
  /// Copies the limits of a call; limits that the call lacks stay unset.
  init(_ info: LimitsInfo?) {
    self.init()
    memoryBytes = info?.memoryBytes
    tasks = info?.tasks.map { Int(clamping: $0) }
    cpuPercent = info?.cpuPercent.map { Int(clamping: $0) }
    cpuWeight = info?.cpuWeight.map { Int(clamping: $0) }
    ioWeight = info?.ioWeight.map { Int(clamping: $0) }
  }
}
