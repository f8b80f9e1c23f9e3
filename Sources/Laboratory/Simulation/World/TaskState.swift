import Scheduling

/// How far the work of a task has come.
struct TaskState: Sendable {
  /// A piece of work that runs or waits to go on.
  struct Piece: Sendable {
    /// Counted from 1 in each task.
    var number: Int
    /// Runs that have begun it anew, after the first.
    var tries = 0
    /// What all of it takes, without cold starts; of work in items nothing.
    var length: Duration
    /// What was done and will not be done again.
    var saved = Duration.zero
    var savedItems = 0
  }

  var key: RequestKey
  var piece: Piece?
  /// Pieces and runs that have begun.
  var pieces = 0
  var runs = 0
  /// It was submitted once at least.
  var hasArrived = false
  /// Why it waits, and since when; nil while it does not, or nobody looks.
  var wait: (reasons: [Reason], since: WallTime)?
}
