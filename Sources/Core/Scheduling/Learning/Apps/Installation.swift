/// The program that the daemon starts for an app, and the app's other installed properties.
package struct Installation: Hashable, Codable, Sendable {
  /// The executable, without arguments.
  package var program: Command
  /// The names of its entitlements.
  package var entitlements: [String]
  /// The listed identifiers for which its last launch registered handlers; `nil` if it was not launched since its
  /// installation.
  package var handlers: [String]?
  /// The permissions that its user has granted, each once; `nil` if there are none, as in data of older versions.
  package var allowed: [Consent]?

  package init(program: Command, entitlements: [String] = []) {
    self.program = program
    self.entitlements = entitlements
  }
}

extension App {
  /// Whether its user has granted the permission.
  package func allows(_ consent: Consent) -> Bool {
    installation?.allowed?.contains(consent) == true
  }

  /// Stores whether the user has given `consent` to the app. Does nothing if the app is not installed.
  mutating func setConsent(_ consent: Consent, isGiven: Bool) {
    var allowed = (installation?.allowed ?? []).filter { $0 != consent }
    if isGiven { allowed.append(consent) }
    installation?.allowed = allowed.isEmpty ? nil : allowed
  }

  /// The app's declaration, with entitlements if it is installed.
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

  /// Whether the app can submit a request with this identifier. An installed app can only submit declared identifiers;
  /// an app that is only registered can submit any if it declares none. An installed app can also declare a pattern:
  /// `com.example.*` permits `com.example.sync`.
  package func permits(_ identifier: String) -> Bool {
    if installation == nil, permittedIdentifiers.isEmpty { return true }
    return permittedIdentifiers.contains { permitted in
      if permitted == identifier { return true }
      let isPattern = permitted.utf8.count > 2 && permitted.hasSuffix(".*")
      guard installation != nil, isPattern else { return false }
      // The dot stays, so that `com.example.*` does not permit `com.examples`.
      return identifier.hasPrefix(permitted.dropLast())
    }
  }
}
