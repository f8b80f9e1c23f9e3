import OrderedCollections

/// The last run of each name, where it left failures, a delay or a quarantine behind: what is known of
/// a name once its request is gone.
package struct LastRuns: Sendable {
  private var runs: OrderedDictionary<RequestKey, Run> = [:]

  /// Of how many names something is known; the oldest is forgotten first.
  package static let limit = 1000

  package init(_ runs: [Run] = []) {
    for run in runs { note(run) }
  }

  package subscript(key: RequestKey) -> Run? { runs[key] }

  /// The run that ended first comes first.
  package var all: [Run] { Array(runs.values) }

  /// Takes a run that has ended. The record of a request that was dropped is none: it has not run, and
  /// what ran before it may have been another command.
  package mutating func note(_ run: Run) {
    guard run.ending?.outcome != .skipped else { return }
    runs.removeValue(forKey: run.key)
    guard run.retryState != nil else { return }
    runs[run.key] = run
    if runs.count > Self.limit { runs.removeFirst() }
  }
}
