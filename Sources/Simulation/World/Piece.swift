import Scheduling

/// The processing work of one day.
struct Piece: Hashable, Sendable {
  var day: Int
  /// What was done and saved; a cut takes nothing of it.
  var saved = Duration.zero
}

/// A modelled run that lives.
struct LiveRun: Hashable, Sendable {
  var started: Instant
  /// The day's work that it goes on with; nil for a refresh.
  var piece: Piece?
}
