import Scheduling

/// A task of a simulated device: its terms, its submissions, and the behaviour of its runs.
package struct ModelTask: Hashable, Sendable {
  /// The time of the first submission.
  package enum Arrival: Hashable, Sendable {
    /// At the beginning of the world.
    case start
    /// At the first open of its app.
    case firstOpen
    case at(WallTime)
    /// Each day, this long after local midnight, with a new piece of work. It replaces the day before's if that still
    /// waits. From the start: the first day has begun already, and its piece is submitted when the device first reports
    /// its power.
    case daily(after: Duration, fromStart: Bool = false)
  }

  /// The app's place in the timeline's `apps`; `nil` if the work belongs to no app.
  package var app: Int?
  /// The identifier, unique among the tasks of its app, or of those without one.
  package var id: String
  package var terms: TaskTerms
  package var arrival: Arrival
  /// The delay with which the handler submits the next request first thing in each run; `nil` if it does not.
  package var resubmits: Duration?
  package var work: ModelWork
  /// The requirements in the words of another scheduler; `nil` if the task is not translated.
  package var constraints: [TaskConstraint]? = nil

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
  /// The terms without a command, which is made for each submission.
  package var asked: Terms
  /// The delay after the submission; `nil` if there is none.
  package var earliest: Duration?
  /// The time after the submission; `nil` if there is none. The default of a daily task is the start of the next day.
  package var latest: Duration?

  package init(kind: Kind) {
    asked = Terms(Command(arguments: []), kind: kind)
  }

  /// Returns a submission of `command` with these terms and dates, which count from the moment of the submission. It
  /// belongs to no app until the caller sets one.
  func submission(owner: UInt32, id: String, _ command: Command) -> Submission {
    var submission = Submission(owner: owner, id: id, asked)
    submission.terms.command = command
    submission.earliest = earliest.map { .after($0) }
    submission.latest = latest.map { .after($0) }
    return submission
  }
}
