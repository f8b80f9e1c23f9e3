import Scheduling

@testable import Devices

/// A scheduler that receives the state of the machine from an aggregator, as the daemon's does. Its runs never
/// complete, and stop when they are warned.
struct ListeningScheduler {
  private var aggregator = Aggregator(["files", "logind"], secondsWithoutSource: 0)
  private var scheduler: Scheduler
  private let start: WallTime
  private(set) var now: Instant
  /// The changes of external power that the aggregator has reported.
  private(set) var power: [(at: WallTime, isOn: Bool)] = []
  private var levels: [(at: WallTime, level: Int?)] = []
  private(set) var starts: [WallTime] = []
  private(set) var stops: [(at: WallTime, reason: StopReason)] = []

  /// - Parameter start: By default Monday 2 March 2026, 06:30 UTC.
  init(at start: WallTime = WallTime(seconds: 1_772_433_000)) {
    self.start = start
    now = Self.instant(start, since: start)
    scheduler =
      Scheduler.load(Snapshot(), settings: Settings(), at: now, bootID: "boot", measured: []).0
  }

  /// A machine that had been up for a day at `start`, and never slept.
  private static func instant(_ moment: WallTime, since start: WallTime) -> Instant {
    let up = Duration.days(1) + (moment - start)
    return Instant(
      wall: moment, boot: BootTime(nanoseconds: up.nanoseconds),
      awake: AwakeTime(nanoseconds: up.nanoseconds))
  }

  mutating func submit(_ kind: Kind, _ change: (inout Submission) -> Void = { _ in }) {
    var submission = Submission(
      owner: 1000, id: "task", kind: kind, command: Scheduling.Command(arguments: ["/bin/task"]))
    change(&submission)
    handle(.submit(submission, 1))
  }

  /// Lets time pass up to `moment`, with a step at every moment that the scheduler asks for.
  mutating func live(until moment: WallTime) {
    while let delay = scheduler.nextDeadlines().delay(from: now), now.wall + delay <= moment {
      now = now.advanced(by: delay)
      handle(.time)
    }
    now = Self.instant(moment, since: start)
  }

  mutating func live(_ duration: Duration) { live(until: now.wall + duration) }

  /// Reports all values of a source: the first source knows power, the second the user.
  mutating func report(_ values: [DeviceValue], from source: Int) {
    let news = aggregator.apply(values, from: source, at: 0) + aggregator.removeEnded(at: 0)
    guard !news.isEmpty else { return }
    for value in news.map(\.value) {
      switch value {
      case .power(let power?) where self.power.last?.isOn != (power == .ac):
        self.power.append((now.wall, power == .ac))
      case .battery(let level): levels.append((now.wall, level))
      default: break
      }
    }
    handle(.measured(news, isFullPoll: false))
  }

  /// Returns the last level of the battery that was reported by `moment`.
  func level(at moment: WallTime) -> Int? {
    levels.last { $0.at <= moment }.flatMap(\.level)
  }

  private mutating func handle(_ event: Event) {
    for effect in scheduler.handle(event, at: now) {
      switch effect {
      case .immediate(.poll): handle(.measured([], isFullPoll: true))
      case .afterCommit(.launch(let run, _)):
        starts.append(now.wall)
        handle(.runStarted(run.id))
      case .immediate(.warn(let run, let reason)):
        stops.append((now.wall, reason))
        handle(.runEnded(run.id, ProcessExit(exit: 1)))
      default: break
      }
    }
  }

  var isRunning: Bool { scheduler.runCount > 0 }

  /// The reasons for which the request waits.
  var reasons: [Reason] {
    scheduler.explain(RequestKey(owner: 1000, id: "task"), at: now)?.reasons ?? []
  }
}
