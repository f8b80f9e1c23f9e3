import Scheduling
import Simulation

extension Figures {
  /// Creates the figures of one world.
  package init(_ log: Log, in experiment: Experiment) {
    let timeline = experiment.timeline
    let zones = ZoneTimes(timeline)
    var device = DeviceFigures()
    device.devices = 1
    device.milliseconds = (timeline.ends - timeline.starts).milliseconds
    device.opens = Int64(timeline.opens.count)
    var tasks = experiment.workload.tasks.map { task in
      TaskFigures(
        TaskName(
          app: task.app.map { timeline.apps[$0] }, id: task.id,
          kind: task.terms.asked.kind.rawValue))
    }
    var successesOfTasks = tasks.map { _ in [WallTime]() }
    for run in log.runs {
      device.add(run, zones)
      let drainPerHour = experiment.workload.tasks[run.task].work.drainPerHour
      tasks[run.task].add(run, drainPerHour: drainPerHour)
      if run.isSuccess { successesOfTasks[run.task].append(run.ending.at) }
    }
    for wait in log.waits { tasks[wait.task].add(wait) }
    let opens = CountedOpens(timeline)
    // This walks through the whole timeline, and is needed only for other work than refreshes.
    let hasOtherWork = experiment.workload.tasks.contains { $0.terms.asked.kind != .refresh }
    let fitDays = hasOtherWork ? FitTime(timeline).days(with: FitTime.fitLength) : []
    for (place, task) in experiment.workload.tasks.enumerated() {
      guard let arrival = log.arrivals[place] else { continue }
      let successes = successesOfTasks[place]
      tasks[place].addAges(successes, from: arrival, to: timeline.ends)
      if task.terms.asked.kind != .refresh {
        tasks[place].addDays(fitDays, from: arrival, successes)
      }
      if let app = task.app {
        // Before the task was submitted, no run could have refreshed the app.
        tasks[place].addOpens(opens.moments(of: app).filter { $0 > arrival }, successes, opens)
      }
    }
    self.init(device: device, tasks: tasks)
  }
}

extension DeviceFigures {
  /// Adds the running time of one run: in total, at night, and by the state of the device. The time of work other than
  /// refreshes is also added separately.
  fileprivate mutating func add(_ run: RunRecord, _ zones: ZoneTimes) {
    let length = run.exposure.whole.milliseconds
    // The start decides whether a run is at night: a run is short compared with a night.
    let night = zones.isNight(run.started) ? length : 0
    runMilliseconds += length
    nightMilliseconds += night
    if run.kind != .refresh {
      workMilliseconds += length
      workOnBatteryMilliseconds += run.exposure.onBattery.milliseconds
      nightWorkMilliseconds += night
    }
    onBatteryMilliseconds += run.exposure.onBattery.milliseconds
    onCellularMilliseconds += run.exposure.onCellular.milliseconds
    userActiveMilliseconds += run.exposure.withUser.milliseconds
  }
}

extension TaskFigures {
  /// Adds one run of this task: its outcome, its length, and the work and energy that it used.
  ///
  /// - Parameter drainPerHour: The battery use of a run, in percent an hour; only time on battery is included.
  fileprivate mutating func add(_ run: RunRecord, drainPerHour: Double) {
    runs += 1
    let drained = run.exposure.onBattery.seconds / 3600 * drainPerHour
    batteryMillionths += Int64(bounded: (drained * 1_000_000).rounded())
    outcomes.add(to: run.ending.outcome.rawValue)
    if let reason = run.ending.stopReason { expirations.add(to: reason.code) }
    if run.ending.wasKilled { kills += 1 }
    savedMilliseconds += run.saved.milliseconds
    lostMilliseconds += run.lost.milliseconds
    cpuMilliseconds += Int64(bounded: ((run.ending.cpuSeconds ?? 0) * 1000).rounded())
    lengths.add(run.exposure.whole.milliseconds)
  }

  /// Adds the length of one wait to the time waited, and to the time of each of its reasons.
  fileprivate mutating func add(_ wait: WaitInterval) {
    let length = (wait.range.upperBound - wait.range.lowerBound).milliseconds
    waitedMilliseconds += length
    for reason in wait.reasons { waits.add(length, to: reason.rawValue) }
  }

  /// Adds the times between successes, beginning with the first submission and ending with the end of the world.
  ///
  /// - Parameter successes: The times in order.
  fileprivate mutating func addAges(
    _ successes: [WallTime], from arrival: WallTime, to end: WallTime
  ) {
    var lastSuccess = arrival
    for moment in successes + [end] where moment >= lastSuccess {
      successGaps.add((moment - lastSuccess).milliseconds)
      lastSuccess = moment
    }
  }

  /// Adds the number of `fit` days since the first submission, and the number of those with a success. Days begin at
  /// midnight UTC.
  fileprivate mutating func addDays(
    _ fit: Set<Int>, from arrival: WallTime, _ successes: [WallTime]
  ) {
    let fit = fit.filter { $0 >= arrival.day(.zero) }
    fitDays += Int64(fit.count)
    doneOnFitDays += Int64(fit.intersection(successes.map { $0.day(.zero) }).count)
  }

  /// Adds the age of the last success at each of the app's `opens`. An open before the first success has no age and is
  /// counted separately, as are the opens in the hour after the user woke up. Also adds the number of successes that an
  /// open followed.
  ///
  /// - Parameters:
  ///   - successes: The times in order.
  ///   - allOpens: Determines which opens are in the hour after waking.
  fileprivate mutating func addOpens(
    _ opens: [WallTime], _ successes: [WallTime], _ allOpens: CountedOpens
  ) {
    usefulSuccesses += Int64(
      successes.count { success in
        let nextOpen = opens.firstPlace { $0 > success }
        return nextOpen < opens.count && opens[nextOpen] - success <= Freshness.duration
      })
    for open in opens {
      let earlierCount = successes.firstPlace { $0 >= open }
      let age = earlierCount > 0 ? open - successes[earlierCount - 1] : nil
      if allOpens.isAfterWaking(open) {
        let isFresh = age.map { $0 <= Freshness.duration } ?? false
        opensAfterWaking += 1
        freshAfterWaking += isFresh ? 1 : 0
      }
      if let age {
        ageAtOpen.add(age.milliseconds)
      } else {
        opensWithoutSuccess += 1
      }
    }
  }
}

/// The opens that a refresh can be useful for. Those within an hour of the app's last are excluded, since the app
/// refreshed itself then.
private struct CountedOpens {
  private var moments: [Int: [WallTime]] = [:]
  /// The first open of any app after a gap long enough for the user's sleep.
  private var wakings: [WallTime] = []
  private static let shortestSleep = Duration.hours(5)

  /// Collects the counted opens of each app, and the opens by a user who has just woken up: the first one after each
  /// pause of at least `shortestSleep`.
  init(_ timeline: Timeline) {
    var lastOpenOfApp: [Int: WallTime] = [:]
    var lastOpen: WallTime?
    for (app, moment) in timeline.opens {
      if let lastOpen, moment - lastOpen >= Self.shortestSleep { wakings.append(moment) }
      lastOpen = moment
      // An app that was just open has refreshed itself.
      let isCounted = lastOpenOfApp[app].map { moment - $0 > Freshness.duration } ?? true
      if isCounted { moments[app, default: []].append(moment) }
      lastOpenOfApp[app] = moment
    }
  }

  func moments(of app: Int) -> [WallTime] { moments[app] ?? [] }

  /// Whether `moment` is within an hour after the user woke up.
  func isAfterWaking(_ moment: WallTime) -> Bool {
    let earlierWakings = wakings.firstPlace { $0 > moment }
    return earlierWakings > 0 && moment - wakings[earlierWakings - 1] <= Freshness.duration
  }
}

/// The offsets of the clocks of a timeline's user from UTC.
private struct ZoneTimes {
  private var changes: [(at: WallTime, seconds: Int)] = []

  init(_ timeline: Timeline) {
    for step in timeline.steps {
      if case .zone(let seconds) = step.happening { changes.append((step.at, seconds)) }
    }
  }

  /// Whether the local time of `moment` is between midnight and six in the morning.
  func isNight(_ moment: WallTime) -> Bool {
    let place = changes.firstPlace { $0.at > moment }
    let seconds = place > 0 ? changes[place - 1].seconds : 0
    return LocalTime(moment, zoneSeconds: seconds).hour < 6
  }
}

extension Duration {
  /// The whole milliseconds, rounded to the nearest.
  package var milliseconds: Int64 { (nanoseconds + 500_000) / 1_000_000 }
}
