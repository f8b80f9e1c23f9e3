import Scheduling

/// A command that a launcher runs, as seen from the outside: a run, or the condition of a request.
struct SimulatedCommand {
  enum Resubmission: CaseIterable {
    case never
    /// Submitted from within the run.
    case during
    /// Submitted from outside the run after it has ended; with `afterCancelling`, after the queued request was
    /// cancelled.
    case after, afterCancelling
  }

  /// The run when this step of it was launched; `nil` for a condition.
  let run: Run?
  let id: LaunchID
  let key: RequestKey
  let started: Instant
  /// The time between a warning and the kill.
  let grace: Duration
  /// The time at which the command begins; `nil` if it never does.
  var begins: AwakeTime?
  var hasBegun = false
  /// The time at which the command ends without a signal.
  var ends: AwakeTime
  var finish: ProcessExit
  /// The time from a warning to the end; `nil` if the command ignores warnings.
  var obeysAfter: Duration?
  /// Whether the end is reported only after the daemon polls for it.
  var isUnnoticed = false
  /// Whether and when the submission of the command is repeated.
  var resubmission = Resubmission.never
  /// The delay of reports about the command.
  var newsTake = Duration.zero

  /// The time of the last warning that it must stop, and of the kill.
  var warned: AwakeTime?
  var killed: AwakeTime?
  /// Whether the command ends because its daemon died. The exit status is then unknown.
  var isLeft = false
  /// The time since when the command is frozen, and the time for which it was frozen before.
  var frozen: AwakeTime?
  var frozenFor: Duration

  init(_ run: Run, at now: Instant) {
    self.run = run
    (id, key, started, grace) = (.run(run.id), run.key, run.started, run.grace)
    (begins, ends, finish) = (now.awake, now.awake, ProcessExit(exit: 0))
    frozenFor = run.frozenFor
  }

  init(_ check: ConditionTrial, at now: Instant) {
    run = nil
    (id, key, started, grace) = (.check(check.id), check.key, check.started, .zero)
    (begins, ends, finish) = (now.awake, now.awake, ProcessExit(exit: 0))
    frozenFor = .zero
  }

  var isCheck: Bool { run == nil }

  var step: Int { run?.step ?? 0 }

  /// The time of the next event of the command.
  var next: AwakeTime {
    if frozen != nil { return AwakeTime(nanoseconds: .max) }
    guard !hasBegun, let begins else { return ends }
    return min(begins, ends)
  }

  mutating func freeze(at now: AwakeTime) {
    if frozen == nil { frozen = now }
  }

  mutating func thaw(at now: AwakeTime) {
    guard let since = frozen else { return }
    frozen = nil
    frozenFor += now - since
    ends = ends + (now - since)
    begins = begins.map { $0 + (now - since) }
  }

  /// Ends the command as its supervisor does after the daemon has died. A command that ignores warnings also stops its
  /// supervisor from doing so (SIGSTOP), and is alive until the next daemon kills it.
  mutating func leave(at now: AwakeTime) {
    isLeft = true
    isUnnoticed = false
    finish = .unexplained
    thaw(at: now)
    if let obeysAfter { stop(by: now + min(obeysAfter, grace)) }
  }

  mutating func stop(by moment: AwakeTime) {
    ends = min(ends, moment)
  }
}
