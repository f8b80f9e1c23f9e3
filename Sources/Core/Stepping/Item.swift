import Scheduling

/// Something that waits for the next step.
package enum Item: Sendable {
  /// A call that changes something: makes its event from the moment, or is refused.
  case call(
    @Sendable (Ticket) throws(Refusal) -> Event, answer: @Sendable (Answer) -> Void)
  /// Something that happened outside.
  case fact(Event)
  /// A change of what is none of the scheduler's, such as a simulated clock.
  case act(@Sendable () -> Void)
}
