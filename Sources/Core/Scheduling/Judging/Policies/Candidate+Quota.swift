extension Candidate {
  /// The app whose spacing, rate and quota apply to the request; `nil` for a command without an app, for kinds
  /// without a quota, and if an operator forces it.
  var limitedApp: Shared<App>? {
    guard rules.obeysAppSwitches, forceLevel == nil else { return nil }
    return app
  }

  /// Returns whether `app`, which is in `tier`, is free of rate and quota limits now: on mains, in the foreground, or
  /// shortly after it. A restricted app is free on mains only while the device is not used. A loss of power takes
  /// effect here before it is steady.
  func isFreeOfLimits(_ app: Shared<App>, _ tier: Tier) -> Bool {
    let engagement = app.value.usage.engagement
    if engagement.isOnScreen || engagement.isInGrace(at: now.wall, settings.quotas) { return true }
    guard isPluggedIn, !raw.isOnBattery else { return false }
    return tier != .restricted || !device.userActive.value
  }
}
