/// The name of a user's group of requests (`--group`). Groups of different users are independent.
package struct GroupKey: Hashable, Codable, Sendable {
  package var owner: UInt32
  package var name: String

  package init(owner: UInt32, name: String) {
    self.owner = owner
    self.name = name
  }

  /// Creates the key of the group of `request`; `nil` if it has no group.
  package init?(of request: Request) {
    guard let name = request.terms.group else { return nil }
    self.init(owner: request.key.owner, name: name)
  }
}

extension GroupKey: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    left.owner != right.owner ? left.owner < right.owner : left.name < right.name
  }
}
