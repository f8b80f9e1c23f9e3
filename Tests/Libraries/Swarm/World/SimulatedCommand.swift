import Scheduling

/// What a launcher runs, as the outside knows it: a run, or the condition of a request.
struct SimulatedCommand {
  enum Resubmission: CaseIterable {
    case never
    /// From within the run.
    case during
    /// By somebody else, once it has ended, and after what waits was cancelled.
    case after, afterCancelling
  }

  /// The run as it was when this step of it was launched; nil for a condition.
  let run: Run?
  let id: LaunchID
  let key: RequestKey
  let started: Instant
  /// Between a warning and the kill.
  let grace: Duration
  /// When it begins; nil never.
  var begins: AwakeTime?
  var hasBegun = false
  /// When it ends by itself.
  var ends: AwakeTime
  var finish: ProcessExit
  /// How long it takes to stop once warned; nil where it ignores the warning.
  var obeysAfter: Duration?
  /// Nobody is told of its end before it is looked for.
  var isUnnoticed = false
  /// Whether and when its own submission comes once more.
  var resubmission = Resubmission.never
  /// How long news of it take.
  var newsTake = Duration.zero

  /// When it was told to stop for good, or killed, last.
  var warned: AwakeTime?
  var killed: AwakeTime?
  /// Its daemon died, and so it ends: nobody will know how.
  var isLeft = false
  /// Since when it is frozen, and for how long it was before.
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

  /// When something happens to it next.
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

  /// As its supervisor does where the daemon is gone. One that ignores warnings keeps its supervisor from
  /// that, too (SIGSTOP), and lives until the next daemon kills it.
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
