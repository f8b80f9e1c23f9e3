import Scheduling

/// A command is warned at the end of its budget and killed at the end of its grace. Both count the time in which the
/// machine is awake. A running daemon does so at that very moment, and never before.
final class DeadlinesAreKept: Checker {
  /// While nothing can be recorded, steps are taken ten times a second.
  private static let patience = Duration.milliseconds(100)
  private var patientUntil: AwakeTime?
  /// Runs that were reported as ready, by any caller.
  private var ready: Set<RunID> = []
  /// Runs whose present step started under an earlier daemon, or was reported as begun, even falsely. Their step counts
  /// as begun.
  private var begun: Set<RunID> = []

  func starts(_ snapshot: Snapshot, _ found: [RunID: FoundRun], in life: Life) {
    begun = Set(found.keys)
  }

  func launches(_ run: Run, _ request: Request, in life: Life) { begun.remove(run.id) }

  func takes(_ event: Event, in life: Life) {
    switch event {
    case .report(let run, .ready, _): ready.insert(run)
    case .runStarted(let run): begun.insert(run)
    default: break
    }
  }

  func passed(in life: Life) {
    let now = life.now.awake
    let slack = patientUntil.map { now <= $0 } == true ? Self.patience : .zero
    for command in life.commands.alive where command.killed == nil && command.frozen == nil {
      guard let due = due(command, life), now > max(due.at, life.started.awake) + slack else {
        continue
      }
      life.fail(
        self,
        "\(command.id) of \(command.key.id) should have been \(due.what) \(now - due.at) ago"
      )
    }
  }

  func failsToCommit(in life: Life) { patientUntil = life.now.awake + .seconds(6) }

  private func due(_ command: SimulatedCommand, _ life: Life) -> (at: AwakeTime, what: String)? {
    guard let run = command.run else { return (command.started.awake + .seconds(30), "killed") }
    if let warned = command.warned { return (warned + run.grace, "killed") }
    let budget = Self.end(command)
    let isReady = run.awaitsReadiness && ready.contains(run.id)
    let hasBegun = command.hasBegun || begun.contains(run.id) || isReady
    let begins = run.stepStarted + .seconds(10)
    if budget <= begins || hasBegun && (isReady || !run.awaitsReadiness) {
      return (budget, "warned")
    }
    return hasBegun
      ? (begins, "warned, since it is not ready,") : (begins, "killed, since it has not begun,")
  }

  private static func end(_ command: SimulatedCommand) -> AwakeTime {
    command.started.awake + (command.run?.budget ?? .zero) + command.frozenFor
  }

  func signals(_ run: Run, _ number: Int32, to command: SimulatedCommand, in life: Life) {
    guard case .expiring(.budget, _) = run.phase else { return }
    if life.now.awake < Self.end(command), !isAsked(life) {
      life.fail(
        self, "run \(run.id) of \(run.key.id) is warned \(Self.end(command) - life.now.awake) early"
      )
    }
  }

  /// Whether an operator stops a run with the reason that its budget has ended.
  private func isAsked(_ life: Life) -> Bool {
    life.calls.open.contains { if case .stop(_, .budget, _) = $0.event { true } else { false } }
  }

  func kills(_ run: Run, _ command: SimulatedCommand, in life: Life) {
    guard command.killed == nil else { return }
    let now = life.now.awake
    if case .killed(.launchTimeout) = run.phase, command.warned == nil {
      if now < run.stepStarted + .seconds(10) {
        life.fail(self, "run \(run.id) of \(run.key.id) is killed before its launch took too long")
      }
    } else if let warned = command.warned {
      if now < warned + run.grace {
        life.fail(
          self, "run \(run.id) of \(run.key.id) is killed \(warned + run.grace - now) early")
      }
    } else {
      life.fail(self, "run \(run.id) of \(run.key.id) is killed and was never warned")
    }
  }
}
