import Scheduling

/// No gate tells a forced run to stop but what is absolute, and nothing of that one that was forced past
/// it, whichever daemon looks. Before the machine sleeps apps' runs end, forced or not, and so does
/// what somebody pauses after it was forced.
final class ForcedRunsAreLeftAlone: Checker {
  /// What was asked for in this step.
  private var asked: [RequestKey: RunMode] = [:]
  private var modes: [RunID: RunMode] = [:]
  /// What no forced run is ended for.
  private static let passed: Set<Reason> = [
    .power, .lowPower, .userActive, .screen, .network, .metered, .load, .memory, .path, .group,
    .spacing, .rateLimit, .quota, .neverOpened, .appUnused, .notAllowed, .unreliable,
    .betterMoment, .unstableConditions,
    .price,
  ]

  func takes(_ event: Event, in life: Life) {
    // What comes second is refused, or the first was.
    if case .runNow(let key, let mode, _) = event, mode != .ifReady, asked[key] == nil {
      asked[key] = mode
    }
  }

  func stepped(_ core: Scheduler, in life: Life) { forget() }

  func dies(in life: Life) { forget() }

  private func forget() {
    if !asked.isEmpty { asked = [:] }
  }

  func launches(_ run: Run, _ request: Request, in life: Life) {
    guard run.isForced, modes[run.id] == nil else { return }
    modes[run.id] = asked[run.key] ?? .force
  }

  func signals(_ run: Run, _ number: Int32, to command: SimulatedCommand, in life: Life) {
    guard command.run?.isForced == true, let mode = modes[run.id], let code = run.stopReason?.code,
      let reason = Reason(rawValue: code), ![.sleep, .paused].contains(reason),
      mode == .forceReally || Self.passed.contains(reason)
    else { return }
    // Who quits an app cancels its transfers, forced or not.
    if reason == .forceQuit, command.run?.task?.transferSession != nil { return }
    life.fail(self, "run \(run.id) of \(run.key.id) was forced, and is to stop for \(code)")
  }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for case .putRun(let run) in changes where run.ending != nil { modes[run.id] = nil }
  }
}
