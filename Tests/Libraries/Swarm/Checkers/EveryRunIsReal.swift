import Scheduling
import Stepping

/// Every run that the daemon considers alive has a live command, or its end will be reported. Every live command
/// belongs to a run that the daemon knows, and is frozen or warned as the daemon records it.
final class EveryRunIsReal: Checker {
  func stepped(_ core: Scheduler, in life: Life) {
    // Ends whose commit failed, and queued events, are handled in the next step.
    guard life.stepper?.retryAt == nil, !life.isStepWanted else { return }
    let runs = core.runs
    for run in runs where run.process == nil && !isReal(run, life) {
      life.fail(
        self, "run \(run.id) of \(run.key.id) is considered alive, and has no command")
    }
    for command in life.commands.alive where !command.isCheck {
      guard let run = runs.first(where: { .run($0.id) == command.id }) else {
        life.fail(
          self,
          "a command of \(command.key.id), \(command.id), is running and the daemon does not know it"
        )
        continue
      }
      compare(command, run, life)
    }
  }

  private func isReal(_ run: Run, _ life: Life) -> Bool {
    life.commands.living(run.id) != nil || life.commands.ends.contains { $0.id == .run(run.id) }
  }

  private func compare(_ command: SimulatedCommand, _ run: Run, _ life: Life) {
    let isFrozen = if case .frozen = run.phase { true } else { false }
    if command.frozen != nil, !isFrozen {
      life.fail(self, "run \(run.id) of \(run.key.id) is frozen, and the daemon does not know it")
    }
    if command.frozen == nil, isFrozen {
      life.fail(
        self, "run \(run.id) of \(run.key.id) is running, and the daemon considers it frozen")
    }
    if case .expiring = run.phase, command.warned == nil {
      life.fail(self, "run \(run.id) of \(run.key.id) must stop, and was never warned")
    }
  }
}
