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

extension Kind {
  /// Properties of a kind that no policy file changes; `KindRules` has those that one may change.
  package struct Traits: Sendable {
    /// The background mode that an app declares for it, as Apple names it; nil where it needs none.
    package var backgroundMode: String?
    package var lifetime = Lifetime.intervals
    /// Whether a run takes seconds, as fetching a feed does, and not minutes.
    package var isShort = false
  }

  /// How long a request is worth running that names no latest date.
  package enum Lifetime: Sendable {
    case refresh
    case processing
    /// Two intervals, where it comes back.
    case intervals
  }

  package var traits: Traits {
    switch self {
    case .refresh: Traits(backgroundMode: "fetch", lifetime: .refresh, isShort: true)
    case .processing: Traits(backgroundMode: "processing", lifetime: .processing)
    case .push: Traits(backgroundMode: "remote-notification", isShort: true)
    case .maintenance, .utility, .userInitiated: Traits()
    }
  }
}
