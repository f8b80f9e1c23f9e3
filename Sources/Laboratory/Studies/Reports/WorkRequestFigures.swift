import Scheduling
import Simulation

/// The figures of a translated task in one world: the constraints that held it.
package struct WorkRequestFigures: Hashable, Encodable, Sendable {
  /// A constraint and its effect.
  package struct Constraint: Hashable, Encodable, Sendable {
    /// The name in the words of the other scheduler.
    package var name: String
    /// The time for which it held the due task.
    package var heldSeconds: Double
    /// Whether the task never ran, and the constraint was not met at any time since the first submission.
    package var isNeverMet: Bool

    private enum CodingKeys: String, CodingKey {
      case name, heldSeconds
      case isNeverMet = "neverMet"
    }
  }

  package var name: String
  package var runs: Int64
  package var successes: Int64
  /// The longest time without a success; `nil` if the task does not repeat, or was never submitted.
  package var longestGapSeconds: Double?
  /// The time from the submission to the success of a task that does not repeat; `nil` if it has none.
  package var doneAfterSeconds: Double?
  package var constraints: [Constraint]
  /// Whether the task never ran, and at any time one of its constraints was not met.
  package var isNeverReady: Bool
  /// Whether the task never ran, and always waited for other tasks.
  package var isNeverUnblocked: Bool

  private enum CodingKeys: String, CodingKey {
    case name, runs, successes, longestGapSeconds, doneAfterSeconds, constraints
    case isNeverReady = "neverReady"
    case isNeverUnblocked = "neverUnblocked"
  }

  /// The reasons of a task that is not due: its constraints do not hold it yet.
  private static let notDue: Set<Reason> = [.earliest, .backoff, .running, .dependency]

  /// Returns the figures of all translated tasks, in their order. Without recorded waits, no constraint holds a task.
  static func all(in experiment: Experiment, _ log: Log, _ figures: Figures) -> [Self] {
    let waits = Dictionary(grouping: log.waits, by: \.task)
    // The figures are in the order of the names, and not of the tasks.
    let figuresByName = Dictionary(figures.tasks.map { ($0.task, $0) }) { first, _ in first }
    return experiment.workload.tasks.enumerated().compactMap { place, task in
      let name = TaskName(
        app: task.app.map { experiment.timeline.apps[$0] }, id: task.id,
        kind: task.terms.asked.kind.rawValue)
      guard let constraints = task.constraints, let figures = figuresByName[name] else {
        return nil
      }
      var request = Self(figures, constraints, waits[place] ?? [])
      if task.repeats {
        request.longestGapSeconds = figures.successGaps.most.map { Double($0) / 1000 }
      } else if let arrival = log.arrivals[place],
        let done = log.runs.first(where: { $0.task == place && $0.isDone })
      {
        request.doneAfterSeconds = (done.ending.at - arrival).seconds
      }
      return request
    }
  }

  /// - Parameter waits: All waits of the task, from its first submission on.
  private init(_ figures: TaskFigures, _ constraints: [TaskConstraint], _ waits: [WaitInterval]) {
    name = figures.task.description
    // The record of a request whose prerequisite has failed is no run.
    runs = figures.runs - figures.outcomes[Outcome.skipped.rawValue]
    successes = figures.successes
    let neverRan = runs == 0 && !waits.isEmpty
    let waitsWhenDue = waits.filter { Self.notDue.isDisjoint(with: $0.reasons) }
    self.constraints = constraints.map { constraint in
      Constraint(
        name: constraint.name,
        heldSeconds: waitsWhenDue.filter(constraint.holds)
          .reduce(.zero) { $0 + ($1.range.upperBound - $1.range.lowerBound) }.seconds,
        isNeverMet: neverRan && waits.allSatisfy(constraint.holds))
    }
    isNeverReady = neverRan && waits.allSatisfy { wait in constraints.contains { $0.holds(wait) } }
    isNeverUnblocked = neverRan && waits.allSatisfy { $0.reasons.contains(.dependency) }
  }
}

extension ModelTask {
  /// Whether the task has several pieces of work.
  fileprivate var repeats: Bool { terms.asked.repeats || isDaily || resubmits != nil }
}

extension TaskConstraint {
  /// Whether the constraint is not met in an interval.
  fileprivate func holds(_ wait: WaitInterval) -> Bool { !reasons.isDisjoint(with: wait.reasons) }
}
