import Scheduling

/// Plain numbers of runs since the start of the daemon: a few additions for each run. Used on the engine's loop only.
struct RunCounters: Sendable {
  /// The upper limits of the classes of late starts, in seconds: on time, a minute, ten minutes, an hour, six hours, a
  /// day, three days.
  static let lateLimits = [0, 60, 600, 3600, 21_600, 86_400, 259_200.0]

  /// The use of one kind.
  struct KindUse: Hashable, Sendable {
    var starts = 0
    /// The durations and the budgets of ended runs, in seconds.
    var seconds = 0.0
    var budgetSeconds = 0.0
    /// The processor time of the runs that ended on external power, and of those that ended on battery, in seconds.
    var cpuSeconds = 0.0
    var batteryCPUSeconds = 0.0
  }

  private(set) var outcomes: [Outcome: Int] = [:]
  private(set) var kinds: [Kind: KindUse] = [:]
  /// Started runs in each class, of which the last one has no limit.
  private(set) var lateCounts = Array(repeating: 0, count: Self.lateLimits.count + 1)
  private(set) var lateSeconds = 0.0

  /// Counts a started run, and the time from its latest date to its start, which is 0 before that date. A run without a
  /// latest date is not late.
  mutating func noteStart(of run: Run, latest: WallTime?) {
    kinds[run.kind, default: KindUse()].starts += 1
    guard let latest else { return }
    let late = max(0, run.started.wall.seconds(since: latest))
    // Above all limits, it is the last class.
    let lateClass = Self.lateLimits.firstIndex { late <= $0 } ?? Self.lateLimits.count
    lateCounts[lateClass] += 1
    lateSeconds += late
  }

  /// Counts an ended run with its duration, its budget and its processor time. A skipped window has only an outcome.
  mutating func noteEnd(of run: Run, _ ending: Ending, at now: Instant, isOnBattery: Bool) {
    outcomes[ending.outcome, default: 0] += 1
    guard ending.outcome != .skipped else { return }
    var use = kinds[run.kind, default: KindUse()]
    // The awake clock begins again with the machine, so a run of an earlier boot is limited by the calendar.
    let awake = now.awake.seconds(since: run.started.awake) - run.frozenFor.seconds
    use.seconds += max(0, min(awake, ending.at.seconds(since: run.started.wall)))
    use.budgetSeconds += run.budget.seconds
    let cpu = ending.cpuSeconds ?? 0
    if isOnBattery { use.batteryCPUSeconds += cpu } else { use.cpuSeconds += cpu }
    kinds[run.kind] = use
  }
}

extension Scheduler {
  /// Returns the latest date of the window in which `run` has begun; `nil` if its request has none.
  func latestDate(of run: Run) -> WallTime? {
    let request = request(run.key) ?? runningTask(run.key)
    return request.flatMap { $0.sequence == run.sequence ? $0.window.latest : nil }
  }
}
