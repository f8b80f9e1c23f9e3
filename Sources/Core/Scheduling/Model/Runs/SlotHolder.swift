/// A holder of a slot: a run, or a condition that is being tried.
package struct SlotHolder: Sendable {
  let key: RequestKey
  let kind: Kind
  /// Nil for a condition.
  let run: RunID?

  init(_ run: Run) {
    (key, kind, self.run) = (run.key, run.kind, run.id)
  }

  init(_ check: ConditionTrial) {
    (key, kind, run) = (check.key, check.kind, nil)
  }

  /// For its owner.
  var words: String { run.map { "\(key.id), run \($0)" } ?? "the condition of \(key.id)" }

  var wordsForOthers: String {
    run.map { "run \($0) of another user" } ?? "a condition of another user"
  }
}
