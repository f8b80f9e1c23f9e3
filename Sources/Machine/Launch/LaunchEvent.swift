import Scheduling

/// An event of an order. Each launch is followed by at most one `started`, and then by exactly one of `failed` and
/// `ended`.
package enum LaunchEvent: Sendable, Equatable {
  /// The command runs, as this process.
  case started(LaunchID, pid: Int32)
  /// The command could not be started. The message contains the cause and the remedy.
  case failed(LaunchID, message: String)
  /// The command has ended, and no process that it started is left (except with `RunEnd.hasSurvivors`).
  case ended(RunEnd)
}
