import Scheduling

/// The events and decisions of one step before its commit.
struct Batch {
  var changes: [Change] = []
  var afterCommit: [Effect.AfterCommit] = []
  /// Runs and checks whose launches wait for the commit.
  var unlaunched: Set<LaunchID> = []
  /// Runs, checks and app processes that were stopped or killed. A launch of one of them that still waits for the
  /// commit is not carried out.
  var stopped: Set<LaunchID> = []
  /// Runs that were frozen in this step. If the commit fails, they are thawed again.
  var frozen: Set<RunID> = []
  /// The callers that wait for an answer, by ticket.
  var callers: [Ticket: (Answer) -> Void] = [:]
  /// The external events of the step. They stay true if the commit fails, so they are then delivered again.
  var externalEvents: [Event] = []
  /// The live runs before the step, with stops that an earlier failed commit did not store.
  var runsBefore: [Run] = []
}
