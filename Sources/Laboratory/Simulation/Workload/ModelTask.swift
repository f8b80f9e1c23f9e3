import Scheduling

/// One task of a simulated device: what it asks for, when, and how its runs behave.
package struct ModelTask: Hashable, Sendable {
  /// When the task is first submitted.
  package enum Arrival: Hashable, Sendable {
    /// As soon as the world begins.
    case start
    /// When the user first opens its app.
    case firstOpen
    case at(WallTime)
    /// Each day, so long after local midnight, with a new piece of work, in the place of the day
    /// before's if that still waits. From the start: the first day's, which has begun already, is
    /// submitted where the device begins to tell of its power.
    case daily(after: Duration, fromStart: Bool = false)
  }

  /// The app's place in the timeline's `apps`; nil for work that stands for itself.
  package var app: Int?
  /// Unique among the tasks of its app, or of those without one.
  package var id: String
  package var terms: TaskTerms
  package var arrival: Arrival
  /// The handler submits the next one first thing in each run, for so much later at the earliest; nil
  /// where it does not.
  package var resubmits: Duration?
  package var work: ModelWork

  package init(
    app: Int? = nil, id: String, terms: TaskTerms, arrival: Arrival, resubmits: Duration? = nil,
    work: ModelWork
  ) {
    self.app = app
    self.id = id
    self.terms = terms
    self.arrival = arrival
    self.resubmits = resubmits
    self.work = work
  }
}

/// The terms and the dates of the submissions of a task.
package struct TaskTerms: Hashable, Sendable {
  /// Without a command, which is made for each submission.
  package var asked: Terms
  /// After it is submitted.
  package var earliest: Duration?
  /// After it is submitted. A daily task without one has until the next day's.
  package var latest: Duration?

  package init(kind: Kind) {
    asked = Terms(Command(arguments: []), kind: kind)
  }

  func submission(owner: UInt32, id: String, _ command: Command) -> Submission {
    var submission = Submission(owner: owner, id: id, asked)
    submission.terms.command = command
    submission.earliest = earliest.map { .after($0) }
    submission.latest = latest.map { .after($0) }
    return submission
  }
}
