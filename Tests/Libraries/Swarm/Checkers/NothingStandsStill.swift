import Scheduling
import Stepping

/// Nothing that is due stays undone. After a step the daemon asks for a later step or for another one immediately;
/// steps at the same moment must not repeat forever.
final class NothingStandsStill: Checker {
  func stepped(_ core: Scheduler, in life: Life) {
    guard life.stepper?.retryAt == nil else { return }
    let (wake, now) = (core.nextDeadlines(), life.now)
    if let wall = wake.wall, wall < now.wall { complain("wall", now.wall - wall, life) }
    if let boot = wake.boot, boot < now.boot { complain("boot", now.boot - boot, life) }
    if let awake = wake.awake, awake < now.awake { complain("awake", now.awake - awake, life) }
  }

  private func complain(_ clock: String, _ age: Duration, _ life: Life) {
    life.fail(self, "something has been due for \(age) by the \(clock) clock")
  }
}
