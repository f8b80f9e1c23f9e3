import Scheduling
import Stepping

/// The scheduler evaluates only requests that a change may affect. A scheduler that evaluates every request must find
/// no other request to start.
///
/// An overlooked request usually stays overlooked for a while, so the check runs only after some actions, and less
/// often if many requests are queued.
final class NothingDueIsSkipped: Checker {
  private static let few = 100

  func stepped(_ core: Scheduler, in life: Life) {
    // By the number of the action, which stays the same if other actions are left out, so that failures can be shrunk.
    guard life.action % (core.slotCount <= Self.few ? 4 : 64) == 0 else { return }
    guard life.stepper?.retryAt == nil, !life.isStepWanted, life.asked == nil else { return }
    // Requests that are due at this very moment start in the next step.
    if core.nextDeadlines().delay(from: life.now) == .zero { return }
    guard let key = core.overlooked(at: life.now).first else { return }
    life.fail(
      self, "\(key.id) of user \(key.owner) and \(key.app ?? "no app") was due, and overlooked")
  }
}
