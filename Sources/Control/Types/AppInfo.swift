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
  /// How much it is used: exempted, active, working, frequent, rare, restricted or never
  package var tier: String
  /// What that rests on: observed, selfReported or set
  package var tierSource: String
  /// Until when it is barred, because runs of it had to be killed too often; null where it is not
  @OrNull package var barredUntil: String?
  package var reliability: ReliabilityInfo

  package init(
    id: String, owner: Int64, permittedIdentifiers: [String], backgroundModes: [String],
    refresh: Bool, foreground: Bool, forceQuit: Bool, registered: String,
    lastOpened: String? =
      nil, lastServed: String? = nil, tier: String, tierSource: String,
    barredUntil: String? = nil,
    reliability: ReliabilityInfo = ReliabilityInfo(score: 1, conducts: [], kills: [], level: 0)
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
    self.tier = tier
    self.tierSource = tierSource
    self.barredUntil = barredUntil
    self.reliability = reliability
  }
}
