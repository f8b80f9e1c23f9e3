import Scheduling

/// Which runs to show. Every field that is set narrows the answer.
package struct RunQuery: Hashable, Sendable {
  /// Runs that belong to any of these; nil is everybody.
  package var owners: [UInt32]?
  package var key: RequestKey?
  /// The identifier of a request, of whatever owner and app.
  package var id: String?
  /// The identifier of an app; nil is whatever app, and none.
  package var app: String?
  package var run: RunID?
  /// Runs older than this one: where the next page begins.
  package var before: RunID?
  /// At most so many.
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

  /// The same, for its first run only.
  package var newest: RunQuery {
    var query = self
    query.limit = 1
    return query
  }

  func matches(_ candidate: Run) -> Bool {
    (owners?.contains(candidate.key.owner) ?? true)
      && key.map { $0 == candidate.key } ?? true
      && id.map { $0 == candidate.key.id } ?? true
      && app.map { $0 == candidate.key.app } ?? true
      && run.map { $0 == candidate.id } ?? true
      && before.map { candidate.id < $0 } ?? true
  }
}
