/// The state that a request has reached since it was accepted.
package struct Progress: Hashable, Codable, Sendable {
  /// Its turn among equals since it joined the queue again, or took the place of one that waited; nil where that is its
  /// sequence's.
  package var rejoined: Turn?
  /// Failed runs in a row, over all windows.
  package var failures = 0
  /// Failed runs in this window.
  package var attempts = 0
  /// Runs in this window that asked to be tried later.
  package var postponements = 0
  /// Not before this moment, after a failure.
  package var backoffUntil: AwakeTime?
  package var lastSuccess: WallTime?
  /// Which of its latest dates have passed since then; nil if none has, or none that was reported.
  package var missed: MissedDeadline?
  /// How often another submission has put off the earliest date of an app's task before it had come; nil for never, as
  /// in what older versions wrote.
  package var putOffs: Int?
  /// How far it has come with what it waits to see changed; nil where it waits for no change.
  package var changes: ChangeProgress?
  package var history = RunHistory()
  /// How it has failed for good; nil while it waits or runs.
  package var gaveUp: GivenUp?
  package var checkpoint = Checkpoint()

  package init() {}
}
