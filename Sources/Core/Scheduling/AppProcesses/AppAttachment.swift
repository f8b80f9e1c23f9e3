/// A process says that it is an app's.
package struct AppAttachment: Hashable, Codable, Sendable {
  package var owner: UInt32
  /// The app; nil where only its program is known.
  package var app: String?
  /// The absolute path of the process's executable.
  package var program: String?
  /// The process that the daemon started and whose token it has shown; nil for one that a user started.
  package var process: RunID?
  package var identity: AppProcess.Identity
  /// What it declares now; nil where it has nothing to say.
  package var declaration: AppDeclaration?
  /// When the daemon saw that it was there, where it has started it.
  package var started: AwakeTime?
  /// It has registered its handlers already.
  package var hasFinishedLaunching = false
  /// The identifiers that it has registered handlers for; nil where it does not say.
  package var handlers: [String]?
  /// The runs whose launch handlers it has called; `nil` if it does not report when it calls one.
  package var begun: [RunID]?
  /// A debugger holds it.
  package var isDebugged = false

  package init(owner: UInt32, identity: AppProcess.Identity) {
    self.owner = owner
    self.identity = identity
  }
}

extension AppAttachment {
  /// As recordings hold it: what older versions did not write was not so.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    owner = try values.decode(UInt32.self, forKey: .owner)
    app = try values.decodeIfPresent(String.self, forKey: .app)
    program = try values.decodeIfPresent(String.self, forKey: .program)
    process = try values.decodeIfPresent(RunID.self, forKey: .process)
    identity = try values.decode(AppProcess.Identity.self, forKey: .identity)
    declaration = try values.decodeIfPresent(AppDeclaration.self, forKey: .declaration)
    started = try values.decodeIfPresent(AwakeTime.self, forKey: .started)
    hasFinishedLaunching =
      try values.decodeIfPresent(Bool.self, forKey: .hasFinishedLaunching) ?? false
    handlers = try values.decodeIfPresent([String].self, forKey: .handlers)
    begun = try values.decodeIfPresent([RunID].self, forKey: .begun)
    isDebugged = try values.decodeIfPresent(Bool.self, forKey: .isDebugged) ?? false
  }
}

/// What an app declares in its Info.plist.
package struct AppDeclaration: Hashable, Codable, Sendable {
  package var permittedIdentifiers: [String]
  package var backgroundModes: [String]
  package var entitlements: [String]

  package init(
    permittedIdentifiers: [String], backgroundModes: [String], entitlements: [String] = []
  ) {
    self.permittedIdentifiers = permittedIdentifiers
    self.backgroundModes = backgroundModes
    self.entitlements = entitlements
  }
}

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
