import Bus
import Descriptors
import Glibc
import Scheduling

// From the end of the command to its report.
extension UnitLauncher {
  /// Time for the remaining processes of a command that has ended to write their last output.
  private static let lastOutputMilliseconds = 250
  /// Longest wait for killed processes to end.
  static let survivorSeconds = 10

  /// Waits for the remaining processes of a command that has ended. They have a moment for their last output, which the
  /// `tee` of `exec > >(tee log)` needs, and are killed after it.
  func awaitRemainingProcesses(of run: UnitRun) {
    run.stage = .lingering
    output.syncJournal()
    guard let cgroup = run.cgroup, cgroup.isPopulated else { return conclude(run) }
    run.cgroupWatch = CgroupWatch(cgroup, loop: loop) { [weak self, weak run] in
      guard let self, let run, run.cgroup?.isPopulated != true else { return }
      conclude(run)
    }
    after(milliseconds: Self.lastOutputMilliseconds, run) { launcher, run in
      guard case .lingering = run.stage else { return }
      launcher.killRemainingProcesses(of: run)
    }
    // The cgroup may have become empty before it was watched.
    if !cgroup.isPopulated { conclude(run) }
  }

  /// Kills the remaining processes of a command that has ended. The run is concluded after 10 seconds even if some
  /// survive.
  private func killRemainingProcesses(of run: UnitRun) {
    run.stage = .clearing
    run.hadLeftovers = true
    killAll(run)
    after(milliseconds: Self.survivorSeconds * 1000, run) { launcher, run in
      guard case .clearing = run.stage else { return }
      launcher.conclude(run)
    }
  }

  /// Calls `body` with the run after a delay, if this launcher still exists.
  func after(
    milliseconds: Int, _ run: UnitRun, _ body: @escaping (UnitLauncher, UnitRun) -> Void
  ) {
    loop.after(.milliseconds(milliseconds)) { [weak self] in
      if let self { body(self, run) }
    }
  }

  /// Reads the state of the unit a last time, because systemd does not signal all accounting values, and reports the
  /// end of the run. Called when no process is left, or the wait for that is over; repeated calls have no effect.
  func conclude(_ run: UnitRun) {
    switch run.stage {
    case .concluding, .endDelivered: return
    default: run.stage = .concluding
    }
    run.cgroupWatch = nil
    output.syncJournal()
    manager.readState(at: run.unit) { [weak self] result in
      if case .success(let state) = result { run.state = state }
      self?.deliverEnd(of: run)
    }
  }

  /// Delivers the end of a run that is being concluded, once, and removes its stop reason.
  func deliverEnd(of run: UnitRun) {
    guard case .concluding = run.stage else { return }
    run.stage = .endDelivered
    reasons.forget(run.order.id)
    noteEnd(of: run)
    deliver(.ended(end(of: run)))
  }

  /// Returns the end of a run from its last known state. For an existing unit, the results of the service and of its
  /// start job also count.
  func end(of run: UnitRun) -> RunEnd {
    var processExit = run.state.processExit(wasStopped: run.wasStopped, wasKilled: run.wasKilled)
    if run.startsExistingUnit {
      processExit.applyServiceResult(
        of: run.state, wasOrdered: run.wasStopped || run.wasKilled)
      // A stop cancels the start job of a service that is "activating" throughout, such as one of type oneshot.
      if run.jobResult == "canceled", !run.wasStopped, !run.wasKilled {
        processExit.wasStoppedOutside = true
      }
    }
    processExit.peakMemoryBytes = processExit.peakMemoryBytes ?? run.peakMemoryBytes
    if processExit.wasKilled, var report = run.killReport {
      report.lastLines = output.lastLines(of: run.order.id)
      processExit.killReport = report
    }
    var end = RunEnd(run.order.id, processExit)
    end.hadLeftovers = run.hadLeftovers
    end.hasSurvivors = run.cgroup?.isPopulated == true
    return end
  }

  /// Handles an end before the start of the command was seen. Delivers a failure of systemd to start it, or its
  /// start and its end, or only the end of a run that was stopped or killed.
  ///
  /// A command that exits immediately with one of systemd's own exit statuses looks the same as a failure. The journal
  /// distinguishes them, because systemd logs its failures there.
  func concludeUnseenStart(of run: UnitRun) {
    let hasCommandExited = run.state.mainCode != 0 && !run.state.isFailureOfSystemd
    if hasCommandExited {
      deliverStart(of: run)
      return conclude(run)
    }
    if run.wasKilled || run.wasStopped || run.state.result == "success" { return conclude(run) }
    run.stage = .concluding
    forgetEnvironment(of: run)
    output.syncJournal { [weak self] in self?.reportExecutionFailure(of: run) }
  }

  /// Delivers the failure of systemd to execute the command, with systemd's message from the journal if there is one.
  /// Delivers a start and an end instead if the main process has ended and there is no such message, although the
  /// journal is readable or there is output in files: the command itself has ended with that exit status, or the output
  /// has the reason why rubato-supervise could not become the command.
  private func reportExecutionFailure(of run: UnitRun) {
    guard case .concluding = run.stage else { return }
    let entry = run.state.invocation.flatMap { output.executionFailure(invocation: $0) }
    let hasOutput = output.hasFiles(of: run.order.id)
    // An unreadable journal alone does not show whether systemd wrote a message.
    let hasUnitBegun = entry == nil && (hasOutput || output.isJournalReadable)
    let hasMainProcessEnded = run.state.mainCode != 0
    if hasMainProcessEnded, hasUnitBegun {
      deliverStart(of: run)
      // `deliverStart` made it `running`.
      run.stage = .concluding
      return deliverEnd(of: run)
    }
    let failure = UnitFailure(
      state: run.state, entry: entry, order: run.order,
      // journald adds the fields of a run only to entries of the system's units.
      journalctl: configuration.isOfUser
        ? "journalctl --user --unit=\(run.unit)" : "journalctl \(run.order.id.journalField)")
    deliverFailure(of: run, failure.message)
  }

  /// Delivers the failure to start a run, and removes the file with its environment.
  func deliverFailure(of run: UnitRun, _ message: String) {
    run.stage = .endDelivered
    forgetEnvironment(of: run)
    deliver(.failed(run.order.id, message: message))
  }

  /// Discards a run whose outcome is committed: systemd need not keep its unit any longer.
  package func forgetRecorded(_ id: LaunchID) {
    loop.assertIsCurrent()
    guard let run = runs[id], case .endDelivered = run.stage else { return }
    remove(run)
  }

  /// Removes a run and its subscriptions. Lets systemd forget its unit; an existing unit is only released.
  func remove(_ run: UnitRun) {
    if let changes = run.changeMatch { manager.bus.remove(changes) }
    if let jobs = run.jobMatch { manager.bus.remove(jobs) }
    runs[run.order.id] = nil
    if !run.startsExistingUnit { manager.discard(run.unit) }
    if run.reference != .none { manager.release(run.unit) }
  }
}
