import Scheduling
import Stepping

/// Nothing that is due stays undone: after a step the daemon wants to be asked later, or once more at once,
/// which must not go on without end, or never.
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
