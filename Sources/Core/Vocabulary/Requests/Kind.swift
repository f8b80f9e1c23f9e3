/// What sort of work a request is; each kind has its gates (see `KindRules`).
package enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
  case refresh
  case processing
  case push
  case maintenance
  case utility
  case userInitiated

  /// Of a submission that names none.
  package static let usual = Kind.maintenance

  /// Whether it is a system's upkeep rather than an app's, or a user's.
  package var isSystemWork: Bool { self == .maintenance || self == .utility }
}
