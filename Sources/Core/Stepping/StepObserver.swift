import Scheduling

/// Hears all that a scheduler takes in, and what it decides: enough to decide it again.
package protocol StepObserver: AnyObject {
  /// A scheduler was made from `beginning`.
  func began(_ beginning: InitialState, at now: Instant, _ effects: [Effect])

  func took(_ event: Event, at now: Instant, _ effects: [Effect])

  /// A commit failed, and the scheduler was made again from what is on disk.
  ///
  /// - Parameter before: The live runs as they were before what could not be committed.
  func reloaded(_ snapshot: Snapshot, before: [Run], at now: Instant)
}
