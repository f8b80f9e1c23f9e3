extension KindRules.ConcurrencyClass {
  /// The name in commands and in the interface: that of its kind, or `app` for refresh and push.
  package var name: String {
    switch self {
    case .app: "app"
    case .processing: Kind.processing.rawValue
    case .maintenance: Kind.maintenance.rawValue
    case .utility: Kind.utility.rawValue
    case .userInitiated: Kind.userInitiated.rawValue
    }
  }

  /// Creates the class named `name`; `nil` if there is none.
  package init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}
