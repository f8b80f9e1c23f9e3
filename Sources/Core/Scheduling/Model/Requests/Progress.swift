/// The state that a request has reached since it was accepted.
package struct Progress: Hashable, Codable, Sendable {
  /// Its turn among equals since it was queued again or replaced a queued request; `nil` if its sequence gives its
  /// turn.
  package var rejoined: Turn?
  /// Failed runs in a row, over all windows.
  package var failures = 0
  /// Failed runs in this window.
  package var attempts = 0
  /// Runs in this window that asked for a later retry.
  package var postponements = 0
  /// The time before which it does not start after a failure; `nil` if there is none.
  package var backoffUntil: AwakeTime?
  package var lastSuccess: WallTime?
  /// The latest dates that have passed since then; `nil` if there are none, or none was reported.
  package var missed: MissedDeadline?
  /// The time of the notification that it has not succeeded for long; `nil` if its owner was not notified since its last
  /// success.
  package var notified: WallTime?
  /// The time since which a success is awaited, if the request has no intervals and replaced one with the same command;
  /// `nil` if the time counts from its own submission.
  package var awaitedSince: WallTime?
  /// The number of times that another submission put off the earliest date of an app's task before it had come; `nil`
  /// if never, as in data of older versions.
  package var putOffs: Int?
  /// The progress of its watched changes; `nil` if it waits for no change.
  package var changes: ChangeProgress?
  /// The request's progress with the requests that it follows; `nil` if it follows none.
  package var predecessors: PredecessorProgress?
  package var history = RunHistory()
  /// The request's permanent failure; `nil` while it is queued or runs.
  package var gaveUp: GivenUp?
  /// The last failure of the latest window that was given up, if the request repeats, or the failure that has
  /// quarantined the request; `nil` if none was since the last success.
  package var windowFailure: GivenUp?
  package var checkpoint = Checkpoint()

  package init() {}
}

extension Progress: Defaulted {
  package static let usual = Progress()
}
