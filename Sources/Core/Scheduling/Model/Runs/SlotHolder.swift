/// A holder of a slot: a run, or the try of a condition.
package struct SlotHolder: Sendable {
  let key: RequestKey
  let kind: Kind
  let group: String?
  let started: Instant
  /// The run; `nil` for a condition.
  let run: RunID?
  /// When its last processes are killed, if it is not frozen until then; `nil` if that has no time yet.
  let ends: AwakeTime?
  /// Whether the latest date of the request had passed when the holder began, and the request must run then.
  let mustRun: Bool
  /// Whether an operator forced it.
  let isForced: Bool
  /// Whether the holder begins regardless of the runs of other requests.
  let isExact: Bool

  /// Creates the holder for a run.
  ///
  /// - Parameters:
  ///   - request: The request of the run; `nil` if it is not known.
  ///   - isDebugged: Whether a debugger holds its process, so that it has no time limit.
  init(_ run: borrowing Run, of request: Request?, isDebugged: Bool = false) {
    // Borrowed, since an initializer otherwise receives a copy.
    (key, kind, group, started, self.run) = (run.key, run.kind, run.group, run.started, run.id)
    ends = isDebugged ? nil : run.latestEnd
    mustRun = request?.window.mustRun(at: run.started.wall) ?? false
    isForced = run.isForced
    // Without the request, only the class of its task is known.
    isExact = request?.isExact ?? (run.task?.isExact == true)
  }

  /// Creates the holder for the try of a condition, which ends at its time limit at the latest.
  init(_ check: ConditionTrial) {
    (key, kind, group, started, run) = (check.key, check.kind, check.group, check.started, nil)
    ends = check.started.awake + check.time
    mustRun = false
    isForced = false
    isExact = false
  }

  /// Returns its name, its start and its latest end; of another user's run only the number.
  ///
  /// - Parameter isOwn: Whether the reader may see the name of the request and the times of the run.
  func words(at now: Instant, isOwn: Bool) -> String {
    guard isOwn else {
      return run.map { "run \($0) of another user" } ?? "a condition of another user"
    }
    let name = run.map { "\(key.id), run \($0)" } ?? "the condition of \(key.id)"
    let since = ", since \(UniversalTime.text(started.wall))"
    let until = ends.map { ", until \(UniversalTime.text(now.wall + ($0 - now.awake))) at most" }
    return name + since + (until ?? "")
  }
}
