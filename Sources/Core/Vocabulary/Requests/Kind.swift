/// The sort of work of a request; each kind has its gates (see `KindRules`).
package enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
  case refresh
  case processing
  case push
  case maintenance
  case utility
  case userInitiated

  /// The kind of a submission that names none.
  package static let usual = Kind.maintenance

  /// Hashes the case. Without this, its text is hashed, which takes ten times as long.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .refresh: hasher.combine(0 as UInt8)
    case .processing: hasher.combine(1 as UInt8)
    case .push: hasher.combine(2 as UInt8)
    case .maintenance: hasher.combine(3 as UInt8)
    case .utility: hasher.combine(4 as UInt8)
    case .userInitiated: hasher.combine(5 as UInt8)
    }
  }

  /// Whether the kind is maintenance of the system, and not work of an app or a user.
  package var isSystemWork: Bool { self == .maintenance || self == .utility }
}

extension Kind {
  /// Properties of a kind that no policy file changes; `KindRules` contains the changeable ones.
  package struct Traits: Sendable {
    /// The background mode that an app declares for it, in Apple's name; `nil` if it needs none.
    package var backgroundMode: String?
    package var lifetime = Lifetime.intervals
    /// Whether a run takes seconds, such as fetching a feed, and not minutes.
    package var isShort = false
  }

  /// The time for which a request without a latest date is worth running.
  package enum Lifetime: Sendable {
    case refresh
    case processing
    /// Two intervals, if it repeats.
    case intervals
  }

  /// The properties of the kind that no policy file changes.
  package var traits: Traits {
    switch self {
    case .refresh: Traits(backgroundMode: "fetch", lifetime: .refresh, isShort: true)
    case .processing: Traits(backgroundMode: "processing", lifetime: .processing)
    case .push: Traits(backgroundMode: "remote-notification", isShort: true)
    case .maintenance, .utility, .userInitiated: Traits()
    }
  }
}
