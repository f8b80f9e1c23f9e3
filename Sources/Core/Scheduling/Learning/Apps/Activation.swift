/// A warning of a task that repeatedly completes as soon as it begins, for example because the user must first enable
/// the work in the app.
package enum Activation {
  /// The number of such runs in a row.
  package static let runs = 5
  /// The longest time from the handover to the end.
  private static let longest = Duration.milliseconds(100)

  /// Returns the warning for a task whose last `runs` ended runs each completed within `longest`.
  ///
  /// - Parameter runs: The newest runs of the task.
  /// - Returns: `nil` if some of them took longer, or there are too few.
  package static func warning(of runs: [Run]) -> Warning? {
    let ended = runs.filter { $0.ending != nil }.prefix(Self.runs)
    guard ended.count == Self.runs, ended.allSatisfy(wasCompletedQuickly) else { return nil }
    return Warning(
      code: .endsAtOnce,
      text:
        "each of its last \(Self.runs) runs was complete within \(longest.notation) of being handed over, as where an app"
        + " is not switched on by its user; `rubatoctl logs` shows the output of its handler")
  }

  /// Returns whether the run is of a task that was completed within `longest` after it was delivered.
  private static func wasCompletedQuickly(_ run: Run) -> Bool {
    guard run.isTask, let ending = run.ending, ending.outcome == .completed,
      let deliveredAt = run.stepBegan
    else { return false }
    // The delivery is a time of the clock that stops during sleep, the end one of the wall clock.
    let deliveredAtWallTime = run.started.wall + (deliveredAt - run.started.awake)
    return ending.at - deliveredAtWallTime <= longest
  }
}
