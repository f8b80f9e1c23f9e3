/// A holder of a slot: a run, or a condition that is being tried.
package struct SlotHolder: Sendable {
  let key: RequestKey
  let kind: Kind
  let group: String?
  let started: Instant
  /// Nil for a condition.
  let run: RunID?
  /// An operator forced it.
  let isForced: Bool
  /// It begins whatever else runs.
  let isExact: Bool

  init(_ run: Run) {
    (key, kind, group, started, self.run) = (run.key, run.kind, run.group, run.started, run.id)
    (isForced, isExact) = (run.isForced, run.task?.isExact == true)
  }

  init(_ check: ConditionTrial) {
    (key, kind, group, started, run) = (check.key, check.kind, check.group, check.started, nil)
    (isForced, isExact) = (false, false)
  }

  /// For its owner.
  var words: String { run.map { "\(key.id), run \($0)" } ?? "the condition of \(key.id)" }

  var wordsForOthers: String {
    run.map { "run \($0) of another user" } ?? "a condition of another user"
  }
}
