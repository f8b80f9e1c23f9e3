/// When a request joined the queue, as far as the order among equals goes: smaller joined earlier and starts earlier.
///
/// A submission joins behind all that were accepted before. After a run, and after its condition has failed, a request
/// joins again behind all that wait then: no request stays first for ever, and none is overtaken for ever.
package struct Turn: Hashable, Comparable, Codable, Sendable {
  /// The last sequence that was given by then; that of its own submission where that is what joined.
  package var sequence: Int64
  /// The run after which it joined again; 0 for a submission.
  package var run: RunID
  /// The check after which it joined again; 0 where no condition of it has failed since. It is kept in memory only.
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
  /// When it joined the queue.
  package var turn: Turn { progress.rejoined ?? Turn(sequence: sequence) }
}
