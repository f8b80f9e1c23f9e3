import Scheduling
import Stepping

/// The scheduler looks only at what may have changed. One that forgets what it knows of the rest, and looks at
/// everything, starts nothing more.
///
/// What is overlooked mostly stays so for a while: some actions are enough, and fewer where so many wait.
final class NothingDueIsSkipped: Checker {
  private static let few = 100

  func stepped(_ core: Scheduler, in life: Life) {
    // By their numbers, which stay where others are left out, so that failures can be shrunk.
    guard life.action % (core.slotCount <= Self.few ? 4 : 64) == 0 else { return }
    guard life.stepper?.retryAt == nil, !life.isStepWanted, life.asked == nil else { return }
    // What is due this very moment comes with the next step.
    if core.nextDeadlines().delay(from: life.now) == .zero { return }
    guard let key = core.overlooked(at: life.now).first else { return }
    life.fail(
      self, "\(key.id) of user \(key.owner) and \(key.app ?? "no app") was due, and overlooked")
  }
}
