import Bus
import Descriptors
import Glibc
import Scheduling

// From the end of the command to its report.
extension UnitLauncher {
  private static let lingerMilliseconds = 250
  /// Longest wait for killed processes to end.
  static let survivorSeconds = 10

  /// Waits for the remaining processes of a command that has ended. They have a moment for their last output, which the
  /// `tee` of `exec > >(tee log)` needs, and are killed after it.
  func linger(_ run: UnitRun) {
    run.stage = .lingering
    output.flush()
    guard let cgroup = run.cgroup, cgroup.isPopulated else { return conclude(run) }
    run.watch = CgroupWatch(cgroup, loop: loop) { [weak self, weak run] in
      guard let self, let run, run.cgroup?.isPopulated != true else { return }
      conclude(run)
    }
    after(milliseconds: Self.lingerMilliseconds, run) { launcher, run in
      guard case .lingering = run.stage else { return }
      launcher.clear(run)
    }
    // It may have become empty before it was watched.
    if !cgroup.isPopulated { conclude(run) }
  }

  /// Kills the remaining processes of a command that has ended. The run is concluded after 10 seconds even if some
  /// survive.
  private func clear(_ run: UnitRun) {
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
    case .concluding, .delivered: return
    default: run.stage = .concluding
    }
    run.watch = nil
    output.flush()
    manager.readState(at: run.unit) { [weak self] result in
      if case .success(let state) = result { run.state = state }
      self?.reportEnd(run)
    }
  }

  /// Reports the end of a run that is being concluded, once, and removes its stop reason.
  func reportEnd(_ run: UnitRun) {
    guard case .concluding = run.stage else { return }
    run.stage = .delivered
    reasons.forget(run.order.id)
    deliver(.ended(end(of: run)))
  }

  /// Returns the end of a run from its last known state. For an existing unit, the results of the service and of its
  /// start job also count.
  func end(of run: UnitRun) -> RunEnd {
    var finish = run.state.outcome(wasStopped: run.wasStopped, wasKilled: run.wasKilled)
    if run.isExisting {
      finish.explain(run.state)
      // For a service that is "activating" throughout, such as one of type oneshot.
      if run.jobResult == "canceled", !run.wasStopped, !run.wasKilled {
        finish.wasStoppedOutside = true
      }
    }
    finish.peakMemoryBytes = finish.peakMemoryBytes ?? run.peakMemoryBytes
    if finish.wasKilled, var report = run.killReport {
      report.lastLines = output.lastLines(of: run.order.id)
      finish.killReport = report
    }
    var end = RunEnd(run.order.id, finish)
    end.hadLeftovers = run.hadLeftovers
    end.hasSurvivors = run.cgroup?.isPopulated == true
    return end
  }

  /// Handles an end before the start of the command was seen: reports that systemd could not start it, or its start and
  /// its end, or only the end of a run that was stopped or killed. A command that exits immediately with one of
  /// systemd's own exit statuses looks the same as a failure. The journal distinguishes them, because systemd logs its
  /// failures there.
  func concludeStart(_ run: UnitRun) {
    guard run.state.mainCode == 0 || run.state.isFailureOfSystemd else {
      begin(run)
      return conclude(run)
    }
    if run.wasKilled || run.wasStopped || run.state.result == "success" { return conclude(run) }
    run.stage = .concluding
    forgetEnvironment(of: run)
    output.flush { [weak self] in self?.reportFailure(of: run) }
  }

  /// Reports why systemd could not execute the command, by its message in the journal. If a readable journal has no
  /// such message, or there is output in files, the unit has begun: the command itself has ended with that exit status,
  /// or the output has the reason why rubato-supervise could not become the command.
  private func reportFailure(of run: UnitRun) {
    guard case .concluding = run.stage else { return }
    let entry = run.state.invocation.flatMap { output.failure(invocation: $0) }
    let hasBegun = output.hasFiles(of: run.order.id) || output.isReadable
    if entry == nil, run.state.mainCode != 0, hasBegun {
      begin(run)
      run.stage = .concluding
      return reportEnd(run)
    }
    let failure = UnitFailure(
      state: run.state, entry: entry, order: run.order,
      // journald adds the fields of a run only to entries of the system's units.
      journalctl: configuration.isOfUser
        ? "journalctl --user --unit=\(run.unit)" : "journalctl \(run.order.id.journalField)")
    fail(run, failure.message)
  }

  /// Reports that a run could not be started, and removes the file with its environment.
  func fail(_ run: UnitRun, _ message: String) {
    run.stage = .delivered
    forgetEnvironment(of: run)
    deliver(.failed(run.order.id, message: message))
  }

  /// Discards a run whose outcome is committed: systemd need not keep its unit any longer.
  package func recorded(_ id: LaunchID) {
    loop.assertIsCurrent()
    guard let run = runs[id], case .delivered = run.stage else { return }
    collect(run)
  }

  /// Removes a run and its subscriptions. Lets systemd forget its unit; an existing unit is only released.
  func collect(_ run: UnitRun) {
    if let changes = run.changes { manager.bus.remove(changes) }
    if let jobs = run.jobs { manager.bus.remove(jobs) }
    runs[run.order.id] = nil
    if !run.isExisting { manager.discard(run.unit) }
    if run.reference != .none { manager.release(run.unit) }
  }
}
