import Scheduling

/// A run that has ended.
package struct RunRecord: Hashable, Sendable {
  package var run: RunID
  /// The task's place in the workload.
  package var task: Int
  package var id: String
  /// The app's name in the timeline; `nil` if the work belongs to no app.
  package var app: String?
  package var kind: Kind
  package var started: WallTime
  package var ending: Ending
  package var budget: Duration
  /// The number of its piece of work, counted from 1.
  package var piece = 0
  package var coldStart = Duration.zero
  /// The work that will not be repeated.
  package var saved = Duration.zero
  /// The lost work.
  package var lost = Duration.zero
  /// The items that were finished and kept; `nil` if the work has no items.
  package var items: Int?
  /// Whether the piece of work was finished.
  package var isDone = false
  package var exposure = RunConditions()

  package init(
    run: RunID, task: Int, id: String, app: String?, kind: Kind, started: WallTime, ending: Ending,
    budget: Duration
  ) {
    (self.run, self.task, self.id, self.app) = (run, task, id, app)
    (self.kind, self.started, self.ending, self.budget) = (kind, started, ending, budget)
  }

  package var isSuccess: Bool { ending.outcome == .completed }
}
