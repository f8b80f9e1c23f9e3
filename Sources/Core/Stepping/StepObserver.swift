import Scheduling

/// Receives all events of a scheduler and its decisions: enough to repeat the decisions.
package protocol StepObserver: AnyObject {
  /// Called after a scheduler was created from `beginning`.
  func began(_ beginning: InitialState, at now: Instant, _ effects: [Effect])

  func took(_ event: Event, at now: Instant, _ effects: [Effect])

  /// Called after a failed commit, when the scheduler was rebuilt from the store.
  ///
  /// - Parameter before: The present runs before the changes that could not be committed.
  func reloaded(_ snapshot: Snapshot, before: [Run], at now: Instant)
}
