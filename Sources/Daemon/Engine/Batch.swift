import Scheduling

/// All that one step of the engine has taken and decided, and not yet committed.
struct Batch {
  var changes: [Change] = []
  /// Effects that wait for the commit.
  var promises: [Effect] = []
  /// Who waits for an answer, by ticket.
  var callers: [Ticket: (Answer) -> Void] = [:]
  /// What happened outside: it stays true if the commit fails.
  var facts: [Event] = []
  /// The live runs as they were before.
  var runsBefore: [Run] = []
}

/// Something that waits for the engine.
enum Item: Sendable {
  /// A call that changes something: makes its event from the moment, or is refused.
  case call(
    @Sendable (Engine, Ticket) throws(Refusal) -> Event, answer: @Sendable (Engine, Answer) -> Void)
  /// Something that happened outside.
  case fact(Event)
  /// A look at the engine's state.
  case read(@Sendable (Engine) -> Void)
}
