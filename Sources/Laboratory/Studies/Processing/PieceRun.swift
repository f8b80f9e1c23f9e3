import Scheduling
import Simulation

/// A run of a day's piece of processing work, of the scheduler or a baseline.
package struct PieceRun: Hashable, Sendable {
  package var day: Int
  package var started: WallTime
  package var ended: WallTime
  /// The work that will not be repeated.
  package var saved: Duration
  /// The work lost since the last checkpoint.
  package var lost: Duration
  /// Whether the piece was finished; otherwise the run was cut off.
  package var isDone: Bool
}

extension Log {
  /// Returns the runs of the usual daily processing work, each with the day on which it started.
  ///
  /// - Parameter dayBegins: The time of day at which a day begins, as a duration from midnight.
  func pieceRuns(dayBegins: Duration) -> [PieceRun] {
    runs.filter { $0.app == nil && $0.id == UsualWorkload.pieceID }.map { run in
      PieceRun(
        day: run.started.day(dayBegins), started: run.started, ended: run.ending.at,
        saved: run.saved, lost: run.lost, isDone: run.isDone)
    }
  }
}
