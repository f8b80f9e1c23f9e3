import OrderedCollections

/// The last run of each name, if it left failures, a delay or a quarantine: the known state of a name after its request
/// no longer exists.
package struct LastRuns: Sendable {
  private var runs: OrderedDictionary<RequestKey, Run> = [:]

  /// The maximum number of names; the oldest is forgotten first.
  package static let limit = 1000

  package init(_ runs: [Run] = []) {
    for run in runs { note(run) }
  }

  package subscript(key: RequestKey) -> Run? { runs[key] }

  /// The runs, in the order of their ends.
  package var all: [Run] { Array(runs.values) }

  /// Records `run`, which has ended, as the last one of its name. If it left no failures, delay or quarantine, only the
  /// record of the earlier run is removed. The record of a dropped request does not count: it has not run, and an
  /// earlier run may have had another command.
  package mutating func note(_ run: Run) {
    guard run.ending?.outcome != .skipped else { return }
    // The run is put back at the end: the order is by the ends of the runs.
    runs.removeValue(forKey: run.key)
    guard run.retryState != nil else { return }
    runs[run.key] = run
    if runs.count > Self.limit { runs.removeFirst() }
  }
}
