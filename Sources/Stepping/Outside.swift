import Scheduling
import Store

/// What a step acts on besides the store: commands, the machine, whoever listens, and the clocks.
package protocol Outside: AnyObject {
  /// Now, on the clocks that decide.
  var now: Instant { get }

  /// How long this machine has really been awake, in nanoseconds: for what is tried again.
  var real: Int64 { get }

  /// Starts the present step of a run. What happens to it comes as facts.
  func launch(_ run: Run, _ request: Request) throws(LaunchFailure)

  /// Tries the condition of a request.
  func check(_ run: Run, _ request: Request) throws(LaunchFailure)

  /// Sends a signal to a run, with the reason that it finds.
  func signal(_ run: Run, _ number: Int32, reason: String)

  func kill(_ run: Run)
  func freeze(_ run: Run)
  func thaw(_ run: Run)

  /// Starts a unit of systemd that is no run.
  func startUnit(_ name: String)

  /// Reads what does not tell of its changes, and says so with `Event.measured`.
  func look()

  /// Tells watchers and the journal.
  func announce(_ notice: Notice)

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

/// Why nothing was started.
package struct LaunchFailure: Error {
  package var message: String

  package init(_ message: String) {
    self.message = message
  }
}
