import Scheduling
import Store

/// What a step acts on besides the store: commands, the machine, whoever listens, and the clocks.
package protocol StepEnvironment: AnyObject {
  /// Now, on the clocks that decide.
  var now: Instant { get }

  /// How long this machine has really been awake, in nanoseconds: for what is tried again.
  var real: Int64 { get }

  /// Acts on what was decided to end or to hold.
  func act(on withdrawal: Effect.Withdrawal)

  /// Keeps a promise that is on disk, but for answers, which the stepper gives. What becomes of what is
  /// started comes as facts, also that it could not be.
  func keep(_ promise: Effect.Promise)

  /// A fact is about to be told to the scheduler, perhaps again. Returns it with what is known of it besides.
  func complete(_ fact: Event) -> Event

  /// A commit failed.
  ///
  /// - Parameter isFirst: The one before it did not.
  func cannotRecord(_ error: StoreError, isFirst: Bool)

  /// Commits succeed again.
  func canRecordAgain()

  /// What was recorded cannot be read either: there is nothing to go on with. Ends the process.
  func giveUp(_ error: StoreError)
}
