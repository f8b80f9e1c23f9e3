/// A registered client.
package struct App: Hashable, Codable, Sendable {
  package var key: AppKey
  /// Task identifiers that the app may submit; empty permits all.
  package var permittedIdentifiers: [String]
  package var backgroundModes: [String]
  /// The Background App Refresh switch.
  package var refreshIsOn: Bool
  package var isForeground: Bool
  /// Swiped away by the user: nothing runs until it is opened again.
  package var isForceQuit: Bool
  package var registered: WallTime
  package var lastOpened: WallTime?
  /// When a run of this app last started.
  package var lastServed: WallTime?
  /// How its user uses it, and what it used of the device.
  package var usage = Usage()
  /// What its runs have shown of it.
  package var reliability = Reliability()
  /// When it is opened.
  package var habit = AppHabit()
  /// When a refresh of it last completed.
  package var lastRefreshed: WallTime?
  /// What the daemon starts for its tasks; nil for an app that is only registered.
  package var installation: Installation?

  package init(key: AppKey, registered: WallTime) {
    self.key = key
    self.registered = registered
    permittedIdentifiers = []
    backgroundModes = []
    refreshIsOn = true
    isForeground = false
    isForceQuit = false
  }
}

/// What an app may do only where its user has allowed it.
package enum Consent: String, CaseIterable, Codable, Sendable {
  /// To be woken when what it observes has changed.
  case observe
  /// To have notifications shown.
  case notify
}

/// Something that an app tells of itself, or its user does to it.
package enum AppEvent: Hashable, Codable, Sendable {
  /// Opened, as somebody saw who is believed: root, the group rubato, the world of a simulation.
  case opened
  /// Opened, as the app or its owner says.
  case openReported
  case closed, forceQuit
  case refreshSwitched(on: Bool)
  /// Its user allows it something, or no more.
  case consented(Consent, isGiven: Bool)
  /// Its tier, set by an operator; nil goes by use again.
  case tierSet(Tier?)
  /// Forgets what it used, and what its runs were blamed for.
  case quotaReset
}
