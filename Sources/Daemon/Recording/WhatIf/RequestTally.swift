import Scheduling

/// The outcomes of one request.
package struct RequestTally: Hashable, Sendable {
  package var runs = 0
  package var completed = 0
  /// Runs that were warned for their budget, and stopped within the grace.
  package var expired = 0
  package var killed = 0
  /// The start of its first run; `nil` if there was none.
  package var first: WallTime?

  /// Counts the starts and ends among `effects` in `tallies`, by request. An accepted request also gets a tally.
  static func count(_ effects: [Effect], at now: Instant, in tallies: inout [RequestKey: Self]) {
    for effect in effects {
      switch effect {
      // Not the launch: each step has one, and a task of an app has none.
      case .afterCommit(.announce(.started(let run))):
        tallies[run.key, default: Self()].countStart(at: now.wall)
      case .afterCommit(.announce(.ended(let run, let ending))):
        tallies[run.key, default: Self()].countEnd(ending)
      case .afterCommit(.announce(.accepted(let request))):
        if tallies[request.key] == nil { tallies[request.key] = Self() }
      default: break
      }
    }
  }

  /// Counts the start of a run, and remembers the time of the first one.
  private mutating func countStart(at moment: WallTime) {
    runs += 1
    first = first ?? moment
  }

  /// Counts the end of a run if it has completed, expired or was killed.
  private mutating func countEnd(_ ending: Ending) {
    switch ending.outcome {
    case .completed: completed += 1
    case .expired: expired += 1
    case .killed: killed += 1
    default: break
    }
  }
}
