/// The numbers of slots of a class of kinds that an administrator set while the daemon runs.
package struct SlotNumbers: Hashable, Codable, Sendable {
  /// The number of simultaneous runs of the class; `nil` if the policy's number applies.
  package var all: Int?
  /// The number of simultaneous runs of one user in it; `nil` if one user can have all slots.
  package var perUser: Int?

  package init(all: Int? = nil, perUser: Int? = nil) {
    self.all = all
    self.perUser = perUser
  }

  /// The allowed numbers of slots, as in the policy file.
  package static let allowed = 1...1000

  var isUsual: Bool { all == nil && perUser == nil }
}
