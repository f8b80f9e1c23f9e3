import Devices
import Launch
import Scheduling
import Stepping

// One step, and what follows from it.
extension Engine {
  /// - Parameter isDue: The alarm rang. The step is taken here and now.
  func step(isDue: Bool = false) {
    let isLate = isDue || dueAt.map { EngineClock.real >= $0 } ?? false
    stepper.step((isLate ? debuggerNews() : []) + zoneNews() + storyNews(), isDue: isDue, self)
    follow()
  }

  /// What every step ends with.
  func follow() {
    if stepper.eventCount != followedEvents { watchers.noteChange(engine: self) }
    followedEvents = stepper.eventCount
    if clock.isSimulated { finishReads() }
    followClock()
    machine?.follow(core, thaws: thaws)
    followObservers()
    tellFailureCount()
    watchdog?.feed(at: EngineClock.real)
    finishDraining()
    continueReads()
  }

  /// Tells how many requests have failed for good, now and whenever that changes.
  func tellFailureCount(_ tell: @escaping (Int) -> Void) {
    failureCountChanged = tell
    toldFailureCount = nil
    tellFailureCount()
  }

  private func tellFailureCount() {
    let count = core.failedCount
    guard count != toldFailureCount, let failureCountChanged else { return }
    toldFailureCount = count
    failureCountChanged(count)
  }

  /// Clocks were set for summer or winter, or the system was given another zone.
  private func zoneNews() -> [Event] {
    LocalZone.refresh()
    let zone = LocalZone().secondsFromUTC(at: now.wall)
    guard zone != core.zoneSeconds else { return [] }
    zoneOutlook.forget()
    return [.zone(secondsFromUTC: zone)]
  }

  /// Before a deadline of theirs counts: processes that a debugger holds now, also in their launch, before they could
  /// attach.
  private func debuggerNews() -> [Event] {
    core.processes.filter { process in
      guard !process.isDebugged,
        let pid = process.identity?.pid ?? launcher.pid(of: .run(process.id))
      else { return false }
      return ProcessIdentity.isTraced(pid)
    }.map { .debugged($0.id) }
  }

  /// What a played story says by now.
  private func storyNews() -> [Event] {
    story.due(at: now.wall).map { step in
      if let note = step.note { watchers.send(note: note, engine: self, at: now) }
      return .device(step.values, nil)
    }
  }

  private func finishDraining() {
    guard core.isStopping, core.isIdle || launcher.outlivesDaemon, let finished = drained
    else { return }
    drained = nil
    watchers.tellAllNotices(self)
    finished()
  }
}
