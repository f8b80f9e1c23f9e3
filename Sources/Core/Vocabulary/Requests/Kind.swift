/// What sort of work a request is; each kind has its gates (see `KindRules`).
package enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
  case refresh
  case processing
  case push
  case maintenance
  case utility
  case userInitiated
}
