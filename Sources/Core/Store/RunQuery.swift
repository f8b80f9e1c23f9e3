import Scheduling

/// The criteria for the runs to show. Every field that is set narrows the result.
package struct RunQuery: Hashable, Sendable {
  /// The owners of the runs; `nil` for all users.
  package var owners: [UInt32]?
  package var key: RequestKey?
  /// The identifier of a request, of any owner and app.
  package var id: String?
  /// The identifier of an app; `nil` for any app, or none.
  package var app: String?
  package var run: RunID?
  /// The run before which the page starts; only older runs are shown.
  package var before: RunID?
  /// The maximum number of runs.
  package var limit: Int

  package init(
    owners: [UInt32]? = nil, key: RequestKey? = nil, id: String? = nil, app: String? = nil,
    run: RunID? = nil, before: RunID? = nil, limit: Int = 100
  ) {
    self.owners = owners
    self.key = key
    self.id = id
    self.app = app
    self.run = run
    self.before = before
    self.limit = limit
  }

  /// The same query, for its first run only.
  package var newest: RunQuery {
    var query = self
    query.limit = 1
    return query
  }

  /// Returns whether a run fulfils every criterion except `limit`. The result must agree with the SQL condition of
  /// `SQLiteStore`.
  func matches(_ candidate: Run) -> Bool {
    if let owners, !owners.contains(candidate.key.owner) { return false }
    if let key, key != candidate.key { return false }
    if let id, id != candidate.key.id { return false }
    if let app, app != candidate.key.app { return false }
    if let run, run != candidate.id { return false }
    if let before, candidate.id >= before { return false }
    return true
  }
}
