import Scheduling
import Simulation

extension Story {
  /// Creates the story of a simulated world.
  ///
  /// - Parameter log: The recorded events: all of `Log.Retention`, for a whole picture.
  package init(title: String, _ experiment: Experiment, _ log: Log) {
    let timeline = experiment.timeline
    self.init(title: title, range: timeline.starts..<max(timeline.starts, timeline.ends))
    apps = Self.apps(timeline, log)
    gaps = timeline.gaps
    zones = timeline.zones
    device = Self.device(log, gaps)
    tasks = experiment.workload.tasks.map {
      StoryTask(app: $0.app, id: $0.id, kind: $0.terms.asked.kind)
    }
    for wait in log.waits { tasks[wait.task].waits.append(.init(wait.range, wait.reasons)) }
    for position in log.runs.positionsByStart {
      let run = log.runs[position]
      tasks[run.task].runs.append(StoryRun(run, log.decisions[run.run]))
    }
  }

  /// Returns the apps with the intervals in which each was open. A visit without a recorded close ends with the
  /// timeline.
  private static func apps(_ timeline: Timeline, _ log: Log) -> [App] {
    var apps = timeline.apps.map { App(name: $0, opens: []) }
    for visit in log.visits {
      let closed = visit.closed ?? timeline.ends
      // A visit after the end of the timeline has no interval.
      if visit.opened <= closed { apps[visit.app].opens.append(visit.opened..<closed) }
    }
    return apps
  }

  /// Returns the changes of device values in the order of time. At the beginning of each gap, all values become
  /// unknown.
  private static func device(_ log: Log, _ gaps: [Range<WallTime>]) -> [DeviceMoment] {
    let unknown = DeviceState().values
    let reported = log.device.map { DeviceMoment(at: $0.at, values: $0.values) }
    // A gap follows the reports of its first moment: the order of equal times stays.
    return (reported + gaps.map { DeviceMoment(at: $0.lowerBound, values: unknown) })
      .enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }
}

extension Timeline {
  /// The times without any data.
  fileprivate var gaps: [Range<WallTime>] {
    steps.compactMap { step in
      if case .gap(let until) = step.happening, until > step.at { step.at..<until } else { nil }
    }
  }

  /// The changes of the clocks' offset from UTC.
  fileprivate var zones: [Story.Zone] {
    steps.compactMap { step in
      guard case .zone(let seconds) = step.happening else { return nil }
      return Story.Zone(at: step.at, secondsFromUTC: seconds)
    }
  }
}

extension StoryRun {
  /// Creates a run from its record, and from the explanation of its start, if that was recorded.
  fileprivate init(_ record: RunRecord, _ explanation: Explanation?) {
    let ending = record.ending
    self.init(
      run: record.run, range: record.started..<max(record.started, ending.at),
      outcome: ending.outcome, stopReason: ending.stopReason)
    wasKilled = ending.wasKilled
    budget = record.budget
    cpu = ending.cpuSeconds.map { .seconds($0) }
    saved = record.saved
    lost = record.lost
    onBattery = record.exposure.onBattery
    onCellular = record.exposure.onCellular
    inUse = record.exposure.withUser
    decision = explanation.map { StoryDecision($0) }
  }
}
