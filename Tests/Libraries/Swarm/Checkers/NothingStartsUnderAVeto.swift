import Scheduling
import Stepping

/// Absolute vetoes and unmet requirements hold every start that is not forced. The checker has its own table of them,
/// derived from the user documentation (docs/decision.md).
final class NothingStartsUnderAVeto: Checker {
  func launches(_ run: Run, _ request: Request, in life: Life) {
    // If a step handled several events, the present state may be newer than the decision.
    guard !run.isForced, life.eventsInStep <= 1, let core = life.stepper?.core,
      run.stepStarted == run.started.awake, run.phase == .launching, isAsNow(run, life)
    else { return }
    // A notification is shown at its date, and a request at an exact time waits only for its requirements.
    let isExact = run.task?.category == .notification || request.terms.run.isExact
    let veto = isExact || isForTheScreen(run, core) ? nil : absolute(run, core)
    let text = time(request, life.now) ?? veto ?? missing(request, core)
    if let text { life.fail(self, "run \(run.id) of \(run.key.id) starts although \(text)") }
  }

  /// Whether the run was decided at the present moment. A run that is launched after a failed commit was repeated was
  /// decided earlier.
  private func isAsNow(_ run: Run, _ life: Life) -> Bool { run.started == life.now }

  /// Whether the run is a push for the app on the screen, which is delivered immediately.
  private func isForTheScreen(_ run: Run, _ core: Scheduler) -> Bool {
    guard run.kind == .push, let id = run.key.app,
      let app = core.app(AppKey(owner: run.key.owner, id: id))
    else { return false }
    return app.usage.engagement.isOnScreen && app.refreshIsOn && !app.isForceQuit
      && core.device.raw.backgroundRefresh != false
  }

  private func time(_ request: Request, _ now: Instant) -> String? {
    if now.wall < request.window.opens { return "its window opens later" }
    if let until = request.progress.backoffUntil, now.awake < until {
      return "it must wait after a failure"
    }
    if request.progress.checkpoint.isQuarantined { return "it is quarantined" }
    if request.window.atLatest == .drop, request.window.isOverdue(at: now.wall) {
      return "it had to be dropped"
    }
    return nil
  }

  private func absolute(_ run: Run, _ core: Scheduler) -> String? {
    let state = core.device.raw
    let heat = (state.thermal ?? .nominal).level
    if heat >= (run.kind == .userInitiated ? 3 : 2) { return "the device is hot" }
    if state.isOnBattery, let level = state.battery, level < 5 { return "the battery is empty" }
    if state.storage == .full { return "the storage is full" }
    if state.isLocked == true { return "the data is locked" }
    if core.device.isGoingToSleep { return "the machine is about to sleep" }
    guard [.refresh, .processing, .push].contains(run.kind), let id = run.key.app,
      let app = core.app(AppKey(owner: run.key.owner, id: id))
    else { return nil }
    if app.isForceQuit { return "its app was force-quit" }
    if state.backgroundRefresh == false { return "background refresh is off for all apps" }
    return app.refreshIsOn ? nil : "background refresh is off"
  }

  private func missing(_ request: Request, _ core: Scheduler) -> String? {
    let state = core.device.raw
    let hasNetwork = state.network != Network.none
    for path in request.terms.needs.paths where state.isThere(path) == false {
      return "\(path) is missing"
    }
    let unmet: [(Conditions, Bool)] = [
      (.power, core.device.onBattery.value), (.network, !hasNetwork),
      (.unmetered, !hasNetwork || state.isMetered == true),
      (.knownUnmetered, !hasNetwork || state.isMetered != false),
      (.idle, core.device.userActive.value), (.screenOff, state.screenIsOn == true),
      (.batteryNotLow, (state.battery ?? 100) <= 15),
      (.storageNotLow, state.storage == .low || state.storage == .full),
    ]
    for (condition, isUnmet) in unmet where isUnmet && request.terms.requires.contains(condition) {
      return "\(condition.names.joined()) is required and not met"
    }
    return nil
  }
}
