import Scheduling

/// Receives all events of a scheduler and its decisions: enough to repeat the decisions.
package protocol StepObserver: AnyObject {
  /// Receives the state from which a scheduler was created, and its first effects.
  func began(_ beginning: InitialState, at now: Instant, _ effects: [Effect])

  /// Receives an event that was delivered to the scheduler, and the effects that the scheduler decided.
  func took(_ event: Event, at now: Instant, _ effects: [Effect])

  /// Receives the content of the store from which the scheduler was rebuilt after a failed commit.
  ///
  /// - Parameter before: The present runs before the changes that could not be committed.
  func reloaded(_ snapshot: Snapshot, before: [Run], at now: Instant)
}
