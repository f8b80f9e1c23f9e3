/// A registered client. It is copied at each change, and most changes leave its large parts as they are: these are kept
/// apart.
package struct App: Hashable, Codable, Sendable {
  package var key: AppKey
  /// Task identifiers that the app can submit; empty permits all.
  package var permittedIdentifiers: [String]
  package var backgroundModes: [String]
  /// The Background App Refresh switch.
  package var refreshIsOn: Bool
  package var isForeground: Bool
  /// Whether the user swiped it away: none of its work runs until it is opened again.
  package var isForceQuit: Bool
  package var registered: WallTime
  package var lastOpened: WallTime?
  /// The last start of a run of this app; `nil` if there was none.
  package var lastServed: WallTime?
  /// The user's use of the app, and the app's use of the device.
  @Apart package var usage = Usage()
  /// The reliability of its runs.
  package var reliability = Reliability()
  /// The user's habit of opening it.
  @Apart package var habit = AppHabit()
  /// The last completion of a refresh of it; `nil` if there was none.
  package var lastRefreshed: WallTime?
  /// The program that the daemon starts for its tasks; `nil` for an app that is only registered.
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

/// A permission that an app needs from its user.
package enum Consent: String, CaseIterable, Codable, Sendable {
  /// To be woken after a change that it observes.
  case observe
  /// To have notifications shown.
  case notify
}

/// An event that an app reports about itself, or that its user causes.
package enum AppEvent: Hashable, Codable, Sendable {
  /// Opened, as reported by a trusted source: root, the group rubato, or the world of a simulation.
  case opened
  /// Opened, as reported by the app or its owner.
  case openReported
  case closed, forceQuit
  case refreshSwitched(on: Bool)
  /// Its user grants or revokes a permission.
  case consented(Consent, isGiven: Bool)
  /// Its tier, set by an operator; `nil` if it depends on use again.
  case tierSet(Tier?)
  /// Resets its use and the faults of its runs.
  case quotaReset

  /// Whether a trusted source has reported that the app was opened, and not only the app or its owner.
  var isObserved: Bool {
    if case .opened = self { true } else { false }
  }
}
