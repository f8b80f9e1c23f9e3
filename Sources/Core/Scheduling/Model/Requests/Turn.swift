/// The position of a request in the queue among equals: a smaller one joined earlier and starts earlier.
///
/// A submission joins behind all earlier ones. After a run, and after its condition has failed, a request joins again
/// behind all that are queued then. No request stays first forever, and none is overtaken forever.
package struct Turn: Hashable, Comparable, Codable, Sendable {
  /// The last sequence that was assigned by then; for a submission its own.
  package var sequence: Int64
  /// The run after which it joined again; 0 for a submission.
  package var run: RunID
  /// The check after which it joined again; 0 if its condition has not failed since. It is kept in memory only.
  var check: RunID

  package init(sequence: Int64, run: RunID = 0) {
    self.init(sequence: sequence, run: run, check: 0)
  }

  init(sequence: Int64, run: RunID, check: RunID) {
    self.sequence = sequence
    self.run = run
    self.check = check
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.sequence, left.run, left.check) < (right.sequence, right.run, right.check)
  }
}

extension Request {
  /// The time at which it joined the queue.
  package var turn: Turn { progress.rejoined ?? Turn(sequence: sequence) }
}
