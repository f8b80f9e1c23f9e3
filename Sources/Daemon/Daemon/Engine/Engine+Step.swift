import Devices
import Launch
import Scheduling
import Stepping

// One step, and its consequences.
extension Engine {
  /// - Parameter isDue: Whether the alarm rang; the step is then taken immediately.
  func step(isDue: Bool = false) {
    let isLate = isDue || time.dueAt.map { EngineClock.real >= $0 } ?? false
    stepper.step(
      (isLate ? debuggerEvents() : []) + zoneEvents() + deviceLifeEvents(), isDue: isDue, self)
    follow()
  }

  /// Updates everything that depends on the scheduler's state: watchers, clock, machine and path observers. Called at
  /// the end of every step.
  func follow() {
    if ending.hasNewEvents(stepper.eventCount) { readers.watchers.noteChange(engine: self) }
    if time.clock.isSimulated { completeReads() }
    followClock()
    machine?.follow(core, thaws: thaws)
    followObservers()
    ending.note(failures: core.failedCount)
    ending.watchdog?.feed(at: EngineClock.real)
    endDraining()
    continueReads()
  }

  /// Reports the number of permanently failed requests, now and after each change.
  func observeFailureCount(_ report: @escaping (Int) -> Void) {
    ending.follow(failures: report)
    ending.note(failures: core.failedCount)
  }

  /// Returns the events of a change to or from summer time, or of the system's zone.
  private func zoneEvents() -> [Event] {
    LocalZone.refresh()
    let zone = LocalZone().secondsFromUTC(at: now.wall)
    guard zone != core.zoneSeconds else { return [] }
    time.noteZoneChange()
    return [.zone(secondsFromUTC: zone)]
  }

  /// Returns the processes that a debugger holds, before their deadlines apply. This includes processes that launch
  /// and have not attached yet.
  private func debuggerEvents() -> [Event] {
    core.processes.filter { process in
      guard !process.isDebugged,
        let pid = process.identity?.pid ?? programs.launcher.pid(of: .run(process.id))
      else { return false }
      return ProcessIdentity.isTraced(pid)
    }.map { .debugged($0.id) }
  }

  /// Returns the events of a played story that are due.
  private func deviceLifeEvents() -> [Event] {
    time.story.due(at: now.wall).map { step in
      if let note = step.note { readers.watchers.send(note: note, engine: self, at: now) }
      return .device(step.values, nil)
    }
  }

  /// Completes the stop of the daemon if no run is left, or if runs continue without it. Watchers first receive all
  /// recorded events.
  private func endDraining() {
    guard core.isStopping, core.isIdle || programs.launcher.outlivesDaemon,
      let finished = ending.removeDrained()
    else { return }
    readers.watchers.sendAllNotices(self)
    finished()
  }
}
