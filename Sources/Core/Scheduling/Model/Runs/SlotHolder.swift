/// A holder of a slot: a run, or the try of a condition.
package struct SlotHolder: Sendable {
  let key: RequestKey
  let kind: Kind
  let group: String?
  let started: Instant
  /// The run; `nil` for a condition.
  let run: RunID?
  /// Whether an operator forced it.
  let isForced: Bool
  /// Whether it begins regardless of the runs of other requests.
  let isExact: Bool

  /// - Parameter request: The request of the run; `nil` if it is not known.
  init(_ run: Run, of request: Request?) {
    (key, kind, group, started, self.run) = (run.key, run.kind, run.group, run.started, run.id)
    isForced = run.isForced
    isExact = request?.isExact ?? (run.task?.isExact == true)
  }

  init(_ check: ConditionTrial) {
    (key, kind, group, started, run) = (check.key, check.kind, check.group, check.started, nil)
    (isForced, isExact) = (false, false)
  }

  /// The name that its owner sees.
  var words: String { run.map { "\(key.id), run \($0)" } ?? "the condition of \(key.id)" }

  var wordsForOthers: String {
    run.map { "run \($0) of another user" } ?? "a condition of another user"
  }
}
