import Scheduling

/// A run that has ended.
package struct RunRecord: Hashable, Sendable {
  package var run: RunID
  /// The task's place in the workload.
  package var task: Int
  package var id: String
  /// As the timeline names it; nil for work that stands for itself.
  package var app: String?
  package var kind: Kind
  package var started: WallTime
  package var ending: Ending
  package var budget: Duration
  /// Which piece of its task's work it went on with, counted from 1.
  package var piece = 0
  package var coldStart = Duration.zero
  /// What was done and will not be done again.
  package var saved = Duration.zero
  /// What was done in vain.
  package var lost = Duration.zero
  /// Items that were finished and kept, where work is in items.
  package var items: Int?
  /// The piece of work was finished.
  package var isDone = false
  package var exposure = Exposure()

  package init(
    run: RunID, task: Int, id: String, app: String?, kind: Kind, started: WallTime, ending: Ending,
    budget: Duration
  ) {
    (self.run, self.task, self.id, self.app) = (run, task, id, app)
    (self.kind, self.started, self.ending, self.budget) = (kind, started, ending, budget)
  }

  package var isSuccess: Bool { ending.outcome == .completed }
}
