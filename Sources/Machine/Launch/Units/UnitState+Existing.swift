import Scheduling

// Services that are not made for a run.
extension UnitState {
  /// Whether the unit is inactive: not started, or ended.
  var isServiceInactive: Bool {
    switch activeState {
    case "activating", "reloading", "refreshing", "deactivating": false
    // In this sub-state, the service has ended although its unit stays active.
    case "active": subState == "exited"
    default: true
    }
  }

  /// Returns the reason why the unit cannot be a task, and the remedy; `nil` if it can.
  ///
  /// - Parameter systemctl: The command of the unit's manager.
  func obstacle(to unit: String, _ systemctl: String) -> String? {
    switch loadState {
    case "loaded": break
    case "not-found":
      return "unit \(unit) not found. To list units: \(systemctl) list-unit-files"
    case "masked": return "unit \(unit) is masked. Unmask it with: \(systemctl) unmask \(unit)"
    default:
      return "unit \(unit): systemd cannot load it (\(loadState)). See: \(systemctl) status \(unit)"
    }
    // systemd reports changes of a unit under this name only.
    let ownName = text("Id")
    if !ownName.isEmpty, ownName != unit {
      return "unit \(unit) is another name of \(ownName). Use \(ownName)"
    }
    if flag("RemainAfterExit") {
      return "unit \(unit) stays active after it has ended (RemainAfterExit=yes), so it"
        + " cannot be started repeatedly. Choose a service without that setting."
    }
    return nil
  }

  /// Whether the command of one of our units has ended.
  var hasCommandEnded: Bool {
    switch phase {
    case .waiting, .starting, .running: false
    case .exited, .over, .gone: true
    }
  }

  /// Whether the main process ended with one of the exit statuses with which systemd reports its failures between
  /// the fork and the execution.
  var isFailureOfSystemd: Bool {
    mainCode == 1 && UnitProperties.failures.contains(mainStatus)
  }
}

extension ProcessExit {
  /// Applies the result of the service to the end of its main process: a service can fail in another process, have no
  /// main process, or succeed with another exit status than 0 (`SuccessExitStatus=` in systemd.service(5)).
  ///
  /// - Parameter wasOrdered: Whether we have ordered systemd to stop or kill the service.
  mutating func applyServiceResult(of state: UnitState, wasOrdered: Bool) {
    let hasServiceFailed = state.result != "success" && !state.result.isEmpty
    let hasMainProcessFailed = signal != nil || (exit ?? 0) != 0
    // Another process has failed: 1 is the usual exit status of a failure.
    if hasServiceFailed, !hasMainProcessFailed { exit = 1 }
    // The result of a service that was stopped shows only that it has stopped.
    let hasSucceeded = !hasServiceFailed && !wasOrdered && !wasStoppedOutside && signal == nil
    // A service without a main process has succeeded.
    if hasSucceeded || !hasServiceFailed && isUnexplained { exit = 0 }
    isUnexplained = false
  }
}
