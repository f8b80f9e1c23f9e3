import Control
import Glibc
import Launch
import Scheduling

// What a submission asks for that not everybody may have: a unit, the place of a timer.
extension Submission {
  mutating func addWork(
    _ call: Submit, _ caller: Caller, _ view: any EngineView, _ units: StopTimes
  ) throws(Refusal) {
    if let unit = call.command?.unit {
      try checkStart(of: unit, call, caller)
      terms.grace = min(
        try units.time(of: unit, field: "command.unit"), view.core.settings.longestUnitGrace)
    }
    if let unit = call.onFailure {
      try caller.requireUnits(field: "onFailure", unit)
      _ = try units.time(of: unit, field: "onFailure")
      terms.run.onFailure = unit
    }
    try takePlace(of: call.timer, caller)
  }

  /// A unit is started as its file says, and has the time to stop that its file says: what a call may
  /// not ask for beside one.
  private func checkStart(of unit: String, _ call: Submit, _ caller: Caller) throws(Refusal) {
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

  private mutating func takePlace(of info: TimerInfo?, _ caller: Caller) throws(Refusal) {
    guard let info else { return }
    try caller.requireUnits(field: "timer", info.name)
    guard info.name.hasSuffix(".timer"), info.name.utf8.count <= 255 else {
      throw Refusal(
        field: "timer", value: info.name, allowed: "the name of a timer, such as fstrim.timer")
    }
    terms.timer = AdoptedTimer(name: info.name, fileState: info.state, wasActive: info.active)
  }
}

extension Caller {
  /// Units do what root made them for, as whom root said.
  func requireUnits(field: String, _ name: String) throws(Refusal) {
    guard uid != 0, geteuid() == 0 || uid != geteuid() else { return }
    throw Refusal(
      .notPermitted, field: field, value: name,
      message: "only root may start system units; use sudo, or submit the command"
        + " that the unit runs")
  }
}

extension RunLimits {
  init(_ info: LimitsInfo?) {
    self.init()
    memoryBytes = info?.memoryBytes
    tasks = info?.tasks.map { Int(clamping: $0) }
    cpuPercent = info?.cpuPercent.map { Int(clamping: $0) }
    cpuWeight = info?.cpuWeight.map { Int(clamping: $0) }
    ioWeight = info?.ioWeight.map { Int(clamping: $0) }
  }
}
