import Recording
import Scheduling
import Simulation

/// A scheduler whose events are recorded as by `rubatod --record`.
struct RecordedScheduler: SchedulerUnderTest {
  /// The world requires a `Sendable` closure. The pen is used by one thread at a time.
  private final class Pen: @unchecked Sendable {
    let recorder: Recorder

    init(_ recorder: Recorder) { self.recorder = recorder }
  }

  private var core: Scheduler
  private let pen: Pen

  init(_ settings: Settings, _ recorder: Recorder, at now: Instant) {
    let beginning = RecordedBeginning(
      Snapshot(), settings: settings, bootID: "simulated", rubato: "bench", at: now)
    let (core, effects) = beginning.load(settings)
    self.core = core
    recorder.began(beginning, effects)
    pen = Pen(recorder)
  }

  mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    let effects = core.handle(event, at: now)
    pen.recorder.took(event, at: now, effects)
    return effects
  }

  func nextDeadlines() -> NextDeadlines { core.nextDeadlines() }
}
