/// A registered client
package struct AppInfo: Codable, Hashable, Sendable {
  package var id: String
  package var owner: Int64
  /// Task identifiers that it may submit; empty permits all
  package var permittedIdentifiers: [String]
  package var backgroundModes: [String]
  /// The Background App Refresh switch
  package var refresh: Bool
  package var foreground: Bool
  package var forceQuit: Bool
  package var registered: String
  @OrNull package var lastOpened: String?
  @OrNull package var lastServed: String?

  package init(
    id: String, owner: Int64, permittedIdentifiers: [String], backgroundModes: [String],
    refresh: Bool, foreground: Bool, forceQuit: Bool, registered: String,
    lastOpened: String? =
      nil, lastServed: String? = nil
  ) {
    self.id = id
    self.owner = owner
    self.permittedIdentifiers = permittedIdentifiers
    self.backgroundModes = backgroundModes
    self.refresh = refresh
    self.foreground = foreground
    self.forceQuit = forceQuit
    self.registered = registered
    self.lastOpened = lastOpened
    self.lastServed = lastServed
  }
}
