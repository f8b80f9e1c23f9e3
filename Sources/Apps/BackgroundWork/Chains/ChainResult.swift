/// The result of a run of a chain.
public enum ChainResult: Sendable {
  /// All steps are done.
  case completed
  /// The run was stopped, as its Swift task was cancelled. The next continues with the step; the attempt does not
  /// count.
  case stopped(at: String)
  /// An attempt at a step has failed, and the next run tries it again.
  case failed(step: String, error: any Error)
  /// A step has failed as often as allowed, or its process has ended during it that often. The chain stops until
  /// `reset()`, or the next period.
  case gaveUp(step: String, why: String)
  /// A later run of the chain has begun, and continues in place of this one.
  case replaced
  /// The progress could not be read or written, as on a full disk. No step begins if its end cannot be stored.
  case progressLost(any Error)

  /// Whether all steps are done.
  public var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }
}
