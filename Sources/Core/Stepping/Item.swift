import Scheduling

/// An item that waits for the next step.
package enum Item: Sendable {
  /// A call that changes something: creates its event from its ticket, or is refused.
  case call(
    @Sendable (Ticket) throws(Refusal) -> Event, answer: @Sendable (Answer) -> Void)
  /// An external event.
  case event(Event)
  /// A change outside the scheduler, such as of a simulated clock.
  case act(@Sendable () -> Void)
}
