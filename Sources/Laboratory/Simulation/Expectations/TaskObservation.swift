import Scheduling

/// The runs of one task, or of all, from which promises are measured.
struct TaskObservation {
  private let world: Observation
  private let task: Int?
  private let range: Range<WallTime>
  /// The runs that began in `range`.
  private let runs: RunLog

  private static let secondsOfDay = 86_400.0
  /// The largest age of the last success, in seconds, at which the content of an app is fresh.
  private static let freshAge = 3600.0
  /// The hour of the day at which the night ends; it begins at midnight.
  private static let nightEnds = 6

  /// - Parameters:
  ///   - task: Its place in the workload; `nil` means all tasks.
  ///   - after: The time from the start that is ignored.
  init(_ world: Observation, task: Int?, after: Duration) {
    self.world = world
    self.task = task
    let (starts, ends) = (world.timeline.starts, world.timeline.ends)
    // Empty if the whole timeline is ignored.
    let range = min(starts + after, ends)..<ends
    self.range = range
    runs = world.log.runs.runs(of: task, from: range.lowerBound)
  }

  /// Returns the measured value of a metric. The values and stop reasons of runs are in the order in which the runs
  /// ended.
  func measure(_ metric: Metric) -> Observed {
    switch metric {
    case .number(let metric): .number(number(metric))
    case .each(let metric): .list(runs.map { value(metric, $0) })
    case .stopped(let reason):
      .number(Double(runs.count { $0.ending.stopReason?.code == reason }))
    case .stopReasons: .words(runs.compactMap { $0.ending.stopReason?.code })
    }
  }

  /// Returns the value of one run: a duration in seconds or a number of items.
  private func value(_ metric: EachMetric, _ run: RunRecord) -> Double {
    switch metric {
    case .length: (run.ending.at - run.started).seconds
    case .saved: run.saved.seconds
    case .items: Double(run.items ?? 0)
    case .budget: run.budget.seconds
    }
  }

  /// Returns the value of a metric over all runs, with durations in seconds and shares from 0 to 1; `nil` if there is
  /// nothing to measure.
  private func number(_ metric: NumberMetric) -> Double? {
    switch metric {
    case .runs, .successes, .failures, .crashes, .kills, .expirations: count(metric)
    case .runsPerDay: perDay(Double(runs.count))
    case .successesPerDay: perDay(Double(runs.count(where: \.isSuccess)))
    case .doneAfter: doneAfter
    case .daysDone: daysDone
    case .ageMedian: age?.quantile(0.5)
    case .ageP95: age?.quantile(0.95)
    case .ageWorst: age?.quantile(1)
    case .staleMedian: staleMedian
    case .fresh: freshShare
    case .lost: sum(\.lost)
    case .lostShare: lostShare
    case .onBattery: perDay(sum(\.exposure.onBattery))
    case .onCellular: perDay(sum(\.exposure.onCellular))
    case .withUser: perDay(sum(\.exposure.withUser))
    case .night: nightShare
    case .wakesPerDay: perDay(Double(wakes.count))
    case .wokenPerDay: perDay(wakes.reduce(0) { $0 + ($1.upperBound - $1.lowerBound).seconds })
    }
  }

  /// The times awake after an alarm of the machine, which began in the measured range.
  private var wakes: [Range<WallTime>] {
    world.log.wakes.filter { range.contains($0.lowerBound) }
  }

  // MARK: Sums

  /// Returns the number of runs with the result that the metric counts. For `runs`, all of them are counted.
  private func count(_ metric: NumberMetric) -> Double {
    let isCounted: (RunRecord) -> Bool =
      switch metric {
      case .successes: { $0.isSuccess }
      case .failures: { $0.ending.outcome == .failed }
      case .crashes: { $0.ending.outcome == .crashed }
      case .kills: { $0.ending.wasKilled }
      case .expirations: { $0.ending.stopReason != nil }
      default: { _ in true }
      }
    return Double(runs.count(where: isCounted))
  }

  /// Returns the sum of a duration over all runs, in seconds.
  private func sum(_ length: KeyPath<RunRecord, Duration>) -> Double {
    runs.reduce(0) { $0 + $1[keyPath: length].seconds }
  }

  /// Returns the sum divided by the days of the measured time; `nil` if that time is empty.
  private func perDay(_ sum: Double) -> Double? {
    let days = (range.upperBound - range.lowerBound).seconds / Self.secondsOfDay
    return days > 0 ? sum / days : nil
  }

  /// Returns the part as a share, which is 0 if the whole is 0.
  private func share(_ part: Double, of whole: Double) -> Double { whole > 0 ? part / whole : 0 }

  /// Returns the part of a number as a share; `nil` if the whole is 0.
  private func share(_ part: Int, of whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }

  /// Returns the local day and hour of a moment.
  private func localTime(of moment: WallTime) -> LocalTime { world.clock.local(moment) }

  /// The running time of runs that began at night, as a share of all running time; `nil` without runs.
  private var nightShare: Double? {
    let atNight = runs.lazy.filter { localTime(of: $0.started).hour < Self.nightEnds }
    return runs.isEmpty ? nil : share(runningSeconds(of: atNight), of: runningSeconds(of: runs))
  }

  /// The lost work as a share of all work; `nil` without runs.
  private var lostShare: Double? {
    runs.isEmpty ? nil : share(sum(\.lost), of: sum(\.lost) + sum(\.saved))
  }

  private func runningSeconds(of runs: some Sequence<RunRecord>) -> Double {
    runs.reduce(0.0) { $0 + ($1.ending.at - $1.started).seconds }
  }

  // MARK: Success

  /// The seconds from the first submission to the end of the first piece of work; `nil` if none was finished.
  private var doneAfter: Double? {
    guard let task, let arrived = world.log.arrivals[task] else { return nil }
    return runs.first(where: \.isDone).map { ($0.ending.at - arrived).seconds }
  }

  /// The share of whole calendar days on which a piece was finished; `nil` without a whole day.
  private var daysDone: Double? {
    let dayNumber = { (moment: WallTime) in
      Int(localTime(of: moment).wholeSeconds / 86400)
    }
    // A second less than a day rounds up, so that a day that began before the range is not counted. It is added to the
    // local time, since the clocks can change on the first day.
    let firstWholeDay = Int((localTime(of: range.lowerBound).wholeSeconds + 86399) / 86400)
    let wholeDays = firstWholeDay..<max(firstWholeDay, dayNumber(range.upperBound))
    let daysWithPiece = Set(runs.filter(\.isDone).map { dayNumber($0.ending.at) })
    return share(wholeDays.count { daysWithPiece.contains($0) }, of: wholeDays.count)
  }

  /// The ends of all successful runs of the task, also before the measured range: an age can begin there.
  private var successes: [WallTime] {
    world.log.runs.runs(of: task).lazy.filter(\.isSuccess).map(\.ending.at)
  }

  /// The age of the last success over the measured range, from the first submission on; `nil` for a device, or if the
  /// task was never submitted.
  private var age: AgeCurve? {
    guard let task, let arrived = world.log.arrivals[task] else { return nil }
    let submittedRange = min(max(range.lowerBound, arrived), range.upperBound)..<range.upperBound
    return AgeCurve(since: arrived, successes: successes, in: submittedRange)
  }

  /// The ages in seconds at each open after the first submission; `nil` before the first success. Opens within an hour
  /// of the app's last are ignored: the app refreshed itself then.
  private var agesAtOpen: [Double?] {
    guard let task, let app = world.tasks[task].app, let arrived = world.log.arrivals[task] else {
      return []
    }
    var successes = successes[...]
    var lastSuccess: WallTime?
    var lastOpen: WallTime?
    var ages: [Double?] = []
    for open in world.timeline.opens where open.app == app {
      while let next = successes.first, next <= open.at { lastSuccess = successes.removeFirst() }
      let isNew = lastOpen.map { open.at - $0 > .hours(1) } ?? true
      lastOpen = open.at
      if isNew, open.at > arrived, range.contains(open.at) {
        ages.append(lastSuccess.map { (open.at - $0).seconds })
      }
    }
    return ages
  }

  /// The share of these opens at which the content was fresh; `nil` without such opens.
  private var freshShare: Double? {
    let ages = agesAtOpen
    let freshOpens = ages.count { age in age.map { $0 <= Self.freshAge } ?? false }
    return share(freshOpens, of: ages.count)
  }

  /// The median of the ages at opens, in seconds; `nil` without such opens.
  private var staleMedian: Double? {
    let ages = agesAtOpen.compactMap(\.self).sorted()
    return ages.isEmpty ? nil : ages[(ages.count - 1) / 2]
  }
}
