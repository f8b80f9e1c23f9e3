/// What came of a run of a chain.
public enum ChainResult: Sendable {
  /// All steps are done.
  case completed
  /// The run was stopped, as its Swift task was cancelled. The next goes on with the step, and none of its attempts was used.
  case stopped(at: String)
  /// An attempt at a step has failed, and the next run tries it again.
  case failed(step: String, error: any Error)
  /// A step has failed as often as it may, or its process has ended in it so often. Nothing more is done until `reset()`, or
  /// the next period.
  case gaveUp(step: String, why: String)
  /// A later run of the chain has begun, and this one has left it the rest.
  case replaced
  /// Its progress could not be read or written, as on a full disk: nothing was begun whose end could not be kept.
  case progressLost(any Error)

  /// Whether all steps are done.
  public var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }
}
