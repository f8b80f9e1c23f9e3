import Scheduling

/// What becomes of an order. After each launch comes `started` at most once, and then exactly one
/// of `failed` and `ended`.
package enum LaunchEvent: Sendable, Equatable {
  /// The command runs, as this process.
  case started(LaunchID, pid: Int32)
  /// The command could not be started. The message says why and what to do.
  case failed(LaunchID, message: String)
  /// The command is over, and nothing that it started is left (but see `RunEnd.hasSurvivors`).
  case ended(RunEnd)
}
