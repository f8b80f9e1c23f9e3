/// The name of an app: its owner and its identifier.
package struct AppKey: Hashable, Comparable, Codable, Sendable {
  package var owner: UInt32
  package var id: String

  package init(owner: UInt32, id: String) {
    self.owner = owner
    self.id = id
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.id, left.owner) < (right.id, right.owner)
  }
}
