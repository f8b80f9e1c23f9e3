import Scheduling
import Store

/// The environment of a step in addition to the store: commands, the machine, observers, and clocks.
package protocol StepEnvironment: AnyObject {
  /// The present time on the clocks for decisions.
  var now: Instant { get }

  /// The real awake time of this machine, in nanoseconds, for retries of a commit. It passes even if `now` is the time
  /// of a simulated clock.
  var real: Int64 { get }

  /// Carries out a decision to end or to hold work. Such a decision does not wait for its commit.
  func carryOut(_ effect: Effect.Immediate)

  /// Carries out an effect of a kind that waits for the commit of its step. The stepper also calls this without that
  /// commit, to restore recorded states at the start, and after a failed commit. Answers are sent by the stepper.
  /// Results of started work arrive as events, failed starts included.
  func carryOut(_ effect: Effect.AfterCommit)

  /// Runs a failure command that an earlier daemon has stored and did not start. Called after the first commit.
  func runStored(_ command: FailureCommand)

  /// Returns an external event with additional known data, such as the output of a condition. Called before the event
  /// is delivered to the scheduler. After a failed commit it is called again with the result of the earlier call.
  func addingKnownData(to event: Event) -> Event

  /// Reports that a commit has failed, and refuses the callers that wait in the environment.
  ///
  /// - Parameter isFirst: Whether the previous commit succeeded.
  func commitFailed(_ error: StoreError, isFirst: Bool)

  /// Reports that commits succeed again.
  func commitsSucceedAgain()

  /// Ends the process, because the recorded state cannot be read either.
  func endProcess(because error: StoreError)
}
