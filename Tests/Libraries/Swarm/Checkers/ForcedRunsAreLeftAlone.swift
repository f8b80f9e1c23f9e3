import Scheduling

/// Checks that only an absolute reason stops a forced run, and that no reason stops a run that was forced past absolute
/// reasons. Two exceptions: runs of apps end before the machine sleeps, and a user can pause a forced run.
final class ForcedRunsAreLeftAlone: Checker {
  /// The modes of this step's forced runs that have not started yet.
  private var asked: [RequestKey: RunMode] = [:]
  private var modes: [RunID: RunMode] = [:]
  /// The reasons that must not stop a forced run: relative reasons, reasons that hold only starts, and `notAllowed`.
  private static let passed: Set<Reason> = Set(
    Reason.allCases.filter { $0.traits.strength == .relative || $0.traits.hold == .starts }
  ).union([.notAllowed])

  func takes(_ event: Event, in life: Life) {
    // If one step handles two orders for a request, the second is refused.
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
    // A user who quits an app cancels its transfers, forced or not.
    if reason == .forceQuit, command.run?.task?.transferSession != nil { return }
    life.fail(self, "run \(run.id) of \(run.key.id) was forced, and must stop for \(code)")
  }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for case .putRun(let run) in changes where run.ending != nil { modes[run.id] = nil }
  }
}
