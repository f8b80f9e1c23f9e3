import Scheduling

/// The reasons why a task has not run.
public struct WhyNot: Hashable, Sendable, CustomStringConvertible {
  /// The codes of the reasons, such as `power`, in the text's order; empty if it may run, runs, or is not
  /// queued.
  public let reasons: [String]
  /// Whether a request for the task is queued.
  public let isQueued: Bool
  /// The explanation, as from `rubatoctl explain`.
  public let description: String
}

extension WhyNot {
  /// Explains why the task has not run: with the scheduler's explanation if it is queued, else with its last run and
  /// the obstacles to submitting it.
  init(_ identifier: String, _ world: BenchWorld, _ runs: [BenchRun]) {
    let explanation = world.explain(identifier)
    // A task that is not queued, or is running, has no reasons to wait.
    let causes = explanation?.state == .waiting ? explanation?.reportedCauses : nil
    reasons = causes?.map(\.reason.rawValue) ?? []
    isQueued = world.pending.contains { $0.key.id == identifier }
    description = BenchAdvice.text(
      explanation.map { Self.text(identifier, $0) }
        ?? Self.text(unscheduled: identifier, world, runs))
  }

  /// Returns the explanation of a request: a headline, its warnings, its causes and its earliest start, one on each
  /// line.
  private static func text(_ identifier: String, _ explanation: Explanation) -> String {
    if explanation.state == .running { return "\(identifier) is running." }
    let causes = explanation.reportedCauses
    let states = causes.map(\.reason.traits.state).joined(separator: ", ")
    let headline =
      causes.isEmpty ? "\(identifier) may run now." : "\(identifier) has not run: \(states)."
    let next = explanation.next.map { ["  earliest start \(UniversalTime.text($0))"] } ?? []
    let warnings = explanation.warnings.map { "  Warning: \($0.text)." }
    return ([headline] + warnings + causes.map { "  - \($0.text)" } + next).joined(separator: "\n")
  }

  /// Returns the explanation if no request is queued: the end of the last run, and the obstacles to submitting or
  /// running the task.
  private static func text(
    unscheduled identifier: String, _ world: BenchWorld, _ runs: [BenchRun]
  ) -> String {
    let lastRun = runs.last { $0.identifier == identifier }
    let end = lastRun.map { "Its last run, \($0.number), ended as \($0.outcome.rawValue)" }
    let sentences =
      [
        "No task request with identifier '\(identifier)' has been scheduled",
        end ?? "It has not run yet",
      ] + world.obstacles(to: identifier)
    return sentences.joined(separator: ". ") + "."
  }
}
