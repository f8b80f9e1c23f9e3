import Scheduling
import Simulation
import Studies

extension Figures {
  /// Creates the figures of a story: those of `simulate`, except for parts that only a simulation knows, such as energy
  /// and the opens of apps.
  package init(_ story: Story) {
    var device = DeviceFigures()
    device.devices = 1
    device.milliseconds = (story.range.upperBound - story.range.lowerBound).milliseconds
    for gap in story.gaps { device.milliseconds -= (gap.upperBound - gap.lowerBound).milliseconds }
    var tasks: [TaskFigures] = []
    for task in story.tasks {
      let app = task.app.map { story.apps[$0].name }
      var figures = TaskFigures(TaskName(app: app, id: task.id, kind: task.kind.rawValue))
      for run in task.runs {
        figures.add(run)
        device.add(run, task.kind, isAtNight: story.isNight(run.range.lowerBound))
      }
      for wait in task.waits { figures.add(wait) }
      figures.addAges(task, until: story.range.upperBound)
      tasks.append(figures)
    }
    self.init(device: device, tasks: tasks)
  }
}

extension Story {
  /// Whether the local time of `moment` is between midnight and six in the morning.
  fileprivate func isNight(_ moment: WallTime) -> Bool {
    let seconds = zones.last { $0.at <= moment }?.secondsFromUTC ?? 0
    return LocalTime(moment, zoneSeconds: seconds).hour < 6
  }
}

extension StoryRun {
  /// The length of the run.
  fileprivate var milliseconds: Int64 { (range.upperBound - range.lowerBound).milliseconds }
}

extension DeviceFigures {
  /// Adds the time of a run: in total, at night, and by the state of the device. The time of work other than refreshes
  /// is also added separately.
  fileprivate mutating func add(_ run: StoryRun, _ kind: Kind, isAtNight: Bool) {
    let night = isAtNight ? run.milliseconds : 0
    runMilliseconds += run.milliseconds
    nightMilliseconds += night
    if kind != .refresh {
      workMilliseconds += run.milliseconds
      workOnBatteryMilliseconds += run.onBattery.milliseconds
      nightWorkMilliseconds += night
    }
    onBatteryMilliseconds += run.onBattery.milliseconds
    onCellularMilliseconds += run.onCellular.milliseconds
    userActiveMilliseconds += run.inUse.milliseconds
  }
}

extension TaskFigures {
  /// Adds a run: its outcome, its length and its processor time.
  fileprivate mutating func add(_ run: StoryRun) {
    runs += 1
    outcomes.add(to: run.outcome.rawValue)
    if let reason = run.stopReason { expirations.add(to: reason.code) }
    if run.wasKilled { kills += 1 }
    savedMilliseconds += run.saved.milliseconds
    lostMilliseconds += run.lost.milliseconds
    cpuMilliseconds += run.cpu?.milliseconds ?? 0
    lengths.add(run.milliseconds)
  }

  /// Adds the length of one wait to the time waited, and to the time of each of its reasons.
  fileprivate mutating func add(_ wait: StoryTask.Wait) {
    let length = (wait.range.upperBound - wait.range.lowerBound).milliseconds
    waitedMilliseconds += length
    for reason in wait.reasons { waits.add(length, to: reason.rawValue) }
  }

  /// Adds the times between successes, from the first known moment of the task to the end of the story.
  fileprivate mutating func addAges(_ task: StoryTask, until end: WallTime) {
    let firstMoments = [task.waits.first?.range.lowerBound, task.runs.first?.range.lowerBound]
    guard var lastSuccess = firstMoments.compactMap(\.self).min() else { return }
    let successes = task.runs.filter { $0.outcome == .completed }.map(\.range.upperBound)
    // `end` ends no interval if a success is after it.
    for moment in successes.sorted() + [end] where moment >= lastSuccess {
      successGaps.add((moment - lastSuccess).milliseconds)
      lastSuccess = moment
    }
  }
}
