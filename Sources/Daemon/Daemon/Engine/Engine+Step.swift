import Devices
import Launch
import Scheduling
import Stepping

// One step, and what follows from it.
extension Engine {
  /// - Parameter isDue: The alarm rang. The step is taken here and now.
  func step(isDue: Bool = false) {
    let isLate = isDue || time.dueAt.map { EngineClock.real >= $0 } ?? false
    stepper.step((isLate ? debuggerNews() : []) + zoneNews() + storyNews(), isDue: isDue, self)
    follow()
  }

  /// What every step ends with.
  func follow() {
    if ending.hasNews(stepper.eventCount) { readers.watchers.noteChange(engine: self) }
    if time.clock.isSimulated { finishReads() }
    followClock()
    machine?.follow(core, thaws: thaws)
    followObservers()
    ending.note(failures: core.failedCount)
    ending.watchdog?.feed(at: EngineClock.real)
    finishDraining()
    continueReads()
  }

  /// Tells how many requests have failed for good, now and whenever that changes.
  func tellFailureCount(_ tell: @escaping (Int) -> Void) {
    ending.follow(failures: tell)
    ending.note(failures: core.failedCount)
  }

  /// Clocks were set for summer or winter, or the system was given another zone.
  private func zoneNews() -> [Event] {
    LocalZone.refresh()
    let zone = LocalZone().secondsFromUTC(at: now.wall)
    guard zone != core.zoneSeconds else { return [] }
    time.noteZoneChange()
    return [.zone(secondsFromUTC: zone)]
  }

  /// Before a deadline of theirs counts: processes that a debugger holds now, also in their launch, before they could
  /// attach.
  private func debuggerNews() -> [Event] {
    core.processes.filter { process in
      guard !process.isDebugged,
        let pid = process.identity?.pid ?? programs.launcher.pid(of: .run(process.id))
      else { return false }
      return ProcessIdentity.isTraced(pid)
    }.map { .debugged($0.id) }
  }

  /// What a played story says by now.
  private func storyNews() -> [Event] {
    time.story.due(at: now.wall).map { step in
      if let note = step.note { readers.watchers.send(note: note, engine: self, at: now) }
      return .device(step.values, nil)
    }
  }

  private func finishDraining() {
    guard core.isStopping, core.isIdle || programs.launcher.outlivesDaemon,
      let finished = ending.takeDrained()
    else { return }
    readers.watchers.tellAllNotices(self)
    finished()
  }
}
