import Scheduling

/// The progress of a task's work.
struct TaskState: Sendable {
  /// A piece of work that is running or waits to continue.
  struct Piece: Sendable {
    /// The number, counted from 1 in each task.
    var number: Int
    /// Runs that have started it again, after the first.
    var tries = 0
    /// The length of all of it, without cold starts; zero for work in items.
    var length: Duration
    /// The work that will not be repeated.
    var saved = Duration.zero
    var savedItems = 0
  }

  var key: RequestKey
  var piece: Piece?
  /// The numbers of pieces and runs that have begun.
  var pieces = 0
  var runs = 0
  /// Whether the task was submitted at least once.
  var hasArrived = false
  /// The reasons why it waits, and their beginning; `nil` if it does not wait, or waits are not recorded.
  var wait: (reasons: [Reason], since: WallTime)?
}
