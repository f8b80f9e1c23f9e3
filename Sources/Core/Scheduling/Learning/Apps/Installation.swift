/// What the daemon starts for an app, and what else the app was installed with.
package struct Installation: Hashable, Codable, Sendable {
  /// The executable, without arguments.
  package var program: Command
  /// The names of its entitlements.
  package var entitlements: [String]
  /// Those of the identifiers that the app lists which its last launch registered handlers for; nil where there was none since it
  /// was installed.
  package var handlers: [String]?
  /// What its user has allowed, each once; nil for nothing, as in what older versions wrote.
  package var allowed: [Consent]?

  package init(program: Command, entitlements: [String] = []) {
    self.program = program
    self.entitlements = entitlements
  }
}

extension App {
  /// Whether its user has allowed it that.
  package func allows(_ consent: Consent) -> Bool {
    installation?.allowed?.contains(consent) == true
  }

  mutating func setConsent(_ consent: Consent, isGiven: Bool) {
    let others = (installation?.allowed ?? []).filter { $0 != consent }
    installation?.allowed = isGiven ? others + [consent] : others.isEmpty ? nil : others
  }

  /// What it declares, where it is installed.
  var declaration: AppDeclaration {
    get {
      AppDeclaration(
        permittedIdentifiers: permittedIdentifiers, backgroundModes: backgroundModes,
        entitlements: installation?.entitlements ?? [])
    }
    set {
      permittedIdentifiers = newValue.permittedIdentifiers
      backgroundModes = newValue.backgroundModes
      installation?.entitlements = newValue.entitlements
    }
  }

  /// Whether the app may submit a request with this identifier. One that is installed may submit what it
  /// declares and nothing else; one that is only registered may submit all where it declares nothing.
  package func permits(_ identifier: String) -> Bool {
    if installation == nil, permittedIdentifiers.isEmpty { return true }
    return permittedIdentifiers.contains { pattern in
      if pattern == identifier { return true }
      guard installation != nil, pattern.utf8.count > 2, pattern.hasSuffix(".*") else {
        return false
      }
      return identifier.hasPrefix(pattern.dropLast())
    }
  }
}
