extension Candidate {
  /// The app whose spacing, rate and quota concern the request; nil for a command that stands for
  /// itself, for kinds that no quota concerns, and where an operator insists.
  var limitedApp: Shared<App>? {
    guard rules.obeysAppSwitches, insistence == nil else { return nil }
    return app
  }

  /// Whether an app of `tier` is free of rate and quota now: on mains, on the screen, or a moment
  /// after it. A restricted one is free on mains only while nobody uses the device. Power that has
  /// just gone frees nothing, though its loss is not steady yet.
  func isFree(_ app: Shared<App>, _ tier: Tier) -> Bool {
    let engagement = app.value.usage.engagement
    if engagement.isOnScreen || engagement.isInGrace(at: now.wall, settings.quotas) { return true }
    guard isPluggedIn, !raw.isOnBattery else { return false }
    return tier != .restricted || !device.userActive.value
  }
}
