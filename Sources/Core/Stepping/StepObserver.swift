import Scheduling

/// Receives all events of a scheduler and its decisions: enough to repeat the decisions.
package protocol StepObserver: AnyObject {
  /// Receives the state from which a scheduler was created, and its first effects.
  func began(_ beginning: InitialState, at now: Instant, _ effects: [Effect])

  /// Receives an event that was delivered to the scheduler, and the effects that the scheduler decided.
  func took(_ event: Event, at now: Instant, _ effects: [Effect])

  /// Receives the content of the store from which the scheduler was rebuilt after a failed commit.
  ///
  /// - Parameter runsBefore: The live runs before the step whose commit failed. The scheduler was rebuilt from these
  ///   also: if an earlier commit failed, `snapshot` lacks their stops. An observer cannot derive them, since it is not
  ///   informed of the beginning of a step.
  func reloaded(_ snapshot: Snapshot, runsBefore: [Run], at now: Instant)
}
