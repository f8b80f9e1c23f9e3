/// The name of a request: its owner, its app (none for a command of its own) and its identifier. Unique among queued
/// requests.
package struct RequestKey: HasRequestName, Hashable, Comparable, Codable, Sendable {
  /// The uid that the request belongs to and that its command runs as.
  package var owner: UInt32
  package var app: String?
  package var id: String

  package init(owner: UInt32, app: String? = nil, id: String) {
    self.owner = owner
    self.app = app
    self.id = id
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.id, left.app ?? "", left.owner) < (right.id, right.app ?? "", right.owner)
  }
}
