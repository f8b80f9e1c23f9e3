import Scheduling

/// What happened in a world.
package struct Log: Sendable {
  /// In the order in which they ended.
  package var runs: [RunRecord] = []
  /// The days that had a piece of processing work.
  package var days: [Int] = []
  package var pieceRuns: [PieceRun] = []
  /// What the scheduler was asked and refused, in words. A modelled world asks for nothing wrong.
  package var refusals: [String] = []
  /// Events that the scheduler was told.
  package var events = 0
}

/// A run that has ended.
package struct RunRecord: Hashable, Sendable {
  package var run: RunID
  package var id: String
  /// As the trace names it; nil for work that stands for itself.
  package var app: String?
  package var kind: Kind
  package var started: WallTime
  package var ending: Ending

  package var isSuccess: Bool { ending.outcome == .completed }
}

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
