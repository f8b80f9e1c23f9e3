import Scheduling
import Stepping

/// Every run that the daemon believes alive lives, or its end is on its way; and every command that
/// lives is a run that the daemon knows, in the state that it believes.
final class EveryRunIsReal: Checker {
  func stepped(_ core: Scheduler, in life: Life) {
    // What could not be recorded is told again in a moment, and what was just put in line is next.
    guard life.stepper?.retryAt == nil, !life.isStepWanted else { return }
    let runs = core.runs
    for run in runs where run.process == nil && !isReal(run, life) {
      life.fail(
        self, "run \(run.id) of \(run.key.id) is believed alive, and nothing of it is left")
    }
    for command in life.commands.alive where !command.isCheck {
      guard let run = runs.first(where: { .run($0.id) == command.id }) else {
        life.fail(
          self,
          "a command of \(command.key.id), \(command.id), lives and nobody knows it")
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
      life.fail(self, "run \(run.id) of \(run.key.id) goes on, and the daemon believes it frozen")
    }
    if case .expiring = run.phase, command.warned == nil {
      life.fail(self, "run \(run.id) of \(run.key.id) is to stop, and was never told")
    }
  }
}
