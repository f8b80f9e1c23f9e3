import Scheduling

/// The record of one world, from which promises are measured.
package struct Observation {
  package let timeline: Timeline
  package let tasks: [ModelTask]
  package let log: Log
  let clock: LocalClock

  package init(_ experiment: Experiment, _ log: Log) {
    self.init(experiment.timeline, experiment.workload.tasks, log)
  }

  package init(_ timeline: Timeline, _ tasks: [ModelTask], _ log: Log) {
    self.timeline = timeline
    self.tasks = tasks
    self.log = log
    clock = LocalClock(timeline)
  }

  /// Returns the measured value of each task that the promise is about, or the single value of the device. A promise
  /// about `news.*` gives a value for each task of `news`.
  package func measures(_ promise: Promise) -> [Observed] {
    switch promise.about {
    case .device: [TaskObservation(self, task: nil, after: promise.after).measure(promise.metric)]
    case .task(let pattern):
      tasks.indices.filter { NamePattern(pattern).matches(name(of: $0)) }.map {
        TaskObservation(self, task: $0, after: promise.after).measure(promise.metric)
      }
    }
  }

  /// Returns the name of a task, by its place in `tasks`, as promises contain it.
  package func name(of task: Int) -> String { tasks[task].name(in: timeline.apps) }
}

extension Experiment {
  /// The names that promises use for tasks.
  package var taskNames: [String] { workload.tasks.map { $0.name(in: timeline.apps) } }
}

extension ModelTask {
  /// Returns `news.refresh`, or `backup` for work that belongs to no app.
  package func name(in apps: [String]) -> String {
    app.map { "\(apps[$0]).\(id)" } ?? id
  }
}

/// A name with `*` for any characters.
package struct NamePattern {
  private let parts: [Substring]

  package init(_ text: String) {
    parts = text.split(separator: "*", omittingEmptySubsequences: false)
  }

  /// Whether `name` has the parts of the pattern in their order, with any text for each `*`. Without `*`, it must be
  /// equal.
  package func matches(_ name: String) -> Bool {
    let hasWildcard = parts.count > 1
    guard let first = parts.first, let last = parts.last, hasWildcard else {
      return parts.first.map { $0 == name } ?? false
    }
    // The two parts at the ends of the name must not overlap.
    guard name.hasPrefix(first), name.hasSuffix(last), name.count >= first.count + last.count
    else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    let innerParts = parts.dropFirst().dropLast()
    for part in innerParts where !part.isEmpty {
      guard let partRange = rest.firstRange(of: part) else { return false }
      rest = rest[partRange.upperBound...]
    }
    return true
  }
}

extension LocalClock {
  /// Creates the clock of a timeline.
  init(_ timeline: Timeline) {
    self.init(secondsFromUTC: 0)
    for step in timeline.steps {
      if case .zone(let seconds) = step.happening { move(at: step.at, secondsFromUTC: seconds) }
    }
  }
}
