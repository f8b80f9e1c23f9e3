import Scheduling
import Simulation
import Studies
import Synchronization
import Testing

@testable import Scenarios

/// A decider receives the time at the moments that it has named, as rubatod does, and at no others.
struct TimeEventTests {
  @Test(arguments: ["first-backup", "heavy-user", "laptop-commuter"])
  func noTimeComesUnasked(name: String) throws {
    let experiment = try Library.subject(name).experiment(seed: 1)
    let count = Count()
    _ = try experiment.log(of: {
      CountingScheduler(scheduler: experiment.scheduler(at: $0), count: count)
    })
    #expect(count.asked.withLock { $0 } > 0)
    #expect(count.unasked.withLock { $0 } == 0)
  }
}

/// The number of time events of a world.
private final class Count: Sendable {
  let asked = Mutex(0)
  let unasked = Mutex(0)
}

/// A scheduler that counts the time events at moments that it has named, and at others.
private struct CountingScheduler: SchedulerUnderTest {
  var scheduler: Scheduler
  let count: Count
  private var lastEvent: Instant?

  init(scheduler: Scheduler, count: Count) {
    (self.scheduler, self.count) = (scheduler, count)
  }

  mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    if case .time = event {
      // An event at the same moment may have come first, and left nothing to do.
      let isAsked = scheduler.nextDeadlines().delay(from: now) == .zero || now == lastEvent
      if isAsked { count.asked.withLock { $0 += 1 } } else { count.unasked.withLock { $0 += 1 } }
    }
    lastEvent = now
    return scheduler.handle(event, at: now)
  }

  func nextDeadlines() -> NextDeadlines { scheduler.nextDeadlines() }
}
