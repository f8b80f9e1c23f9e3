import Devices
import Launch
import Logging
import Scheduling
import Stepping

// One step, and its consequences.
extension Engine {
  /// Performs a step with the queued events, a changed time zone and due values of a simulated device. If a deadline
  /// has passed, the step also reports the app processes with a debugger: the deadline may be theirs. Then updates
  /// everything that depends on the scheduler's state.
  ///
  /// - Parameter isDue: Whether the alarm rang; the step is then taken immediately.
  func step(isDue: Bool = false) {
    let hasPassedDeadline = isDue || time.dueAt.map { EngineClock.real >= $0 } ?? false
    let debuggerEvents = hasPassedDeadline ? debuggerEvents() : []
    stepper.step(debuggerEvents + zoneEvents() + playedDeviceEvents(), isDue: isDue, self)
    updateDependents()
  }

  /// Sends the values that the step has changed, such as the fields to poll, to the machine. Does nothing if the device
  /// is simulated.
  private func updateMachine() {
    guard machine != nil else { return }
    let now = now
    let concerns = stepper.read { FollowedMachine.Concerns($0, at: now) }
    machine?.update(for: concerns, thaws: thaws, at: now)
    machine?.setOwnCgroups(programs.launcher.cgroupsOfRuns)
  }

  /// Updates everything that depends on the scheduler's state: watchers, clock, machine and path observers. Called at
  /// the end of every step.
  func updateDependents() {
    if stepEnding.hasNewEvents(stepper.eventCount) {
      readers.watchers.markReasonsStale(engine: self)
      readers.past.recordStep(self)
    }
    // Before the clock can skip time, so that watchers receive each change at its time.
    if time.clock.isSimulated { runAllReads() }
    updateClock()
    updateMachine()
    updatePathObservers()
    stepEnding.reportFailures(stepper.read({ $0.failedCount }))
    stepEnding.watchdog?.feed(at: EngineClock.real)
    completeDrainIfPossible()
    continueReads()
  }

  /// Calls `report` with the number of permanently failed requests, now and after each change.
  func observeFailureCount(_ report: @escaping (Int) -> Void) {
    stepEnding.setFailureReport(report)
    stepEnding.reportFailures(core.failedCount)
  }

  /// Reads the system's zone again. Returns one event with the new offset from UTC if it differs from the scheduler's,
  /// after a change to or from summer time or of the zone; otherwise none.
  private func zoneEvents() -> [Event] {
    time.refreshZone()
    let zone = LocalZone().secondsFromUTC(at: now.wall)
    guard zone != stepper.read({ $0.zoneSeconds }) else { return [] }
    time.noteZoneChange()
    return [.zone(secondsFromUTC: zone)]
  }

  /// Returns an event for each app process that a debugger has attached to, so that its deadlines do not apply in this
  /// step. This includes processes that launch and have not attached yet.
  private func debuggerEvents() -> [Event] {
    core.processes.filter { process in
      guard !process.isDebugged,
        let pid = process.identity?.pid ?? programs.launcher.pid(of: .run(process.id))
      else { return false }
      return ProcessIdentity.isTraced(pid)
    }.map { .debugged($0.id) }
  }

  /// Returns the device values that are due in the scenario that a client plays on this daemon (`PlayDevice`). Removes
  /// them from the list of coming values, and sends the scenario's notes to watchers.
  private func playedDeviceEvents() -> [Event] {
    time.playedDevice.removeDueSteps(at: now.wall).map { step in
      if let note = step.note { readers.watchers.record(note: note, engine: self, at: now) }
      return .device(step.values, nil)
    }
  }

  /// Completes a stop of the daemon after its last run and failure command, or immediately if they continue without
  /// it: sends all recorded events to watchers, then calls the closure that `drain` received. Does nothing if the
  /// daemon is not stopping.
  func completeDrainIfPossible() {
    guard stepper.read({ $0.isStopping }), isIdle || programs.launcher.outlivesDaemon,
      let finished = stepEnding.removeDrainCompletion()
    else { return }
    logUnfinishedFailureCommands()
    if stepper.hasOnlyUnrecordedEnds {
      logger.warning("The ends of the last runs are not recorded: the state cannot be written")
    }
    readers.watchers.sendAllNotices(self)
    finished()
  }

  /// Whether there is no run and no app's process, and no failure command that a stop waits for. While the state cannot
  /// be written, ended runs and processes stay in the scheduler, and a stop would wait for them until it is killed.
  private var isIdle: Bool {
    (core.isIdle || stepper.hasOnlyUnrecordedEnds)
      && (programs.failures.isEmpty || stepEnding.isFailureWaitOver)
  }
}
