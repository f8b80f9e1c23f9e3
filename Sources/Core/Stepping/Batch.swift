import Scheduling

/// All that one step has taken and decided, and not yet committed.
struct Batch {
  var changes: [Change] = []
  var promises: [Effect.Promise] = []
  /// Runs and checks that wait among the promises for being launched.
  var unlaunched: Set<LaunchID> = []
  /// Runs and checks that were told to stop, or killed: those that have not been started yet never are.
  var stopped: Set<LaunchID> = []
  /// Runs that were frozen: at once, and before that is recorded.
  var frozen: Set<RunID> = []
  /// Who waits for an answer, by ticket.
  var callers: [Ticket: (Answer) -> Void] = [:]
  /// What happened outside: it stays true if the commit fails.
  var facts: [Event] = []
  /// The live runs as they were before.
  var runsBefore: [Run] = []
}
