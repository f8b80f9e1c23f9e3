/// The declarations of an app in its Info.plist.
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
