import Scheduling

/// One run of a day's piece of processing work, whoever started it.
package struct PieceRun: Hashable, Sendable {
  package var day: Int
  package var started: WallTime
  package var ended: WallTime
  /// What was done and will not be done again.
  package var saved: Duration
  /// What was done since the last checkpoint, in vain.
  package var lost: Duration
  /// The piece was finished; else the run was cut off.
  package var isDone: Bool
}

extension Log {
  /// The runs of the usual piece of work of each day.
  ///
  /// - Parameter begins: when days begin, from midnight.
  func pieceRuns(_ begins: Duration) -> [PieceRun] {
    runs.filter { $0.app == nil && $0.id == UsualWorkload.pieceID }.map { run in
      PieceRun(
        day: run.started.day(begins), started: run.started, ended: run.ending.at,
        saved: run.saved, lost: run.lost, isDone: run.isDone)
    }
  }
}
