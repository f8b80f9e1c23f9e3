import Control

/// The answer to `quota show`.
package enum QuotaTable {
  /// Returns a table with the used and the allowed amounts of each app, or a sentence if no apps are registered.
  ///
  /// - Parameter owner: Returns the name of a uid; `nil` leaves out the owners.
  package static func lines(
    _ quotas: [QuotaInfo], owner: ((Int64) -> String)?, on screen: Screen
  ) -> [String] {
    guard !quotas.isEmpty else { return ["No apps are registered."] }
    let titles = ["APP", "TIER", "TIME", "RUNS", "SESSIONS", "STATE"]
    var table = Table(((owner == nil ? [] : ["OWNER"]) + titles).map { Table.Column($0) })
    for quota in quotas {
      let owner = owner.map { [Table.Cell($0(quota.owner))] } ?? []
      table.add(
        owner + [
          Table.Cell(quota.id, .accent), Table.Cell(TierWords.short(quota.tier, quota.tierSource)),
          Table.Cell(timeText(quota)),
          Table.Cell(usedText(quota.runs, of: quota.runsAllowed)),
          Table.Cell(usedText(quota.sessions, of: quota.sessionsAllowed)),
          Table.Cell(stateText(quota, on: screen), quota.inQuota ? .plain : .warning),
        ])
    }
    return table.lines(on: screen)
  }

  /// Returns the quota of one app in full. The rolling window is left out in the tier `never`, which has none.
  ///
  /// - Parameter owner: Returns the name of a uid; `nil` leaves out the owner.
  package static func card(
    _ quota: QuotaInfo, owner: ((Int64) -> String)?, on screen: Screen
  ) -> [String] {
    var card = KeyValueLines()
    card.add("app", quota.id, .accent)
    if let owner { card.add("owner", owner(quota.owner)) }
    card.add("tier", TierWords.long(quota.tier, quota.tierSource))
    card.add("state", stateText(quota, on: screen))
    if let window = quota.window {
      let inWindow = "in the last \(DurationText.exact(window))"
      card.add("time", "\(timeText(quota)) \(inWindow)")
      card.add("runs", "\(usedText(quota.runs, of: quota.runsAllowed)) \(inWindow)")
      card.add("sessions", "\(usedText(quota.sessions, of: quota.sessionsAllowed)) \(inWindow)")
      card.add("one run may last", DurationText.exact(quota.room))
    }
    card.add("day", "\(usedText(quota.dayUsed, of: quota.dayAllowed)) in the last 24 h")
    card.add(
      "expedited", "\(usedText(quota.expeditedUsed, of: quota.expeditedAllowed)) in the last 24 h")
    if let moment = quota.spacedUntil {
      card.add("next refresh", "not before \(screen.clock.full(moment))")
    }
    return card.lines(on: screen)
  }

  /// Describes the time used in the rolling window, and its limit. Without a limit for the window, only the day's limit
  /// applies: `of any`.
  private static func timeText(_ quota: QuotaInfo) -> String {
    let hasOnlyDayLimit = quota.window != nil && quota.allowed == nil
    if !hasOnlyDayLimit { return usedText(quota.used, of: quota.allowed) }
    return "\(quota.used == 0 ? "0" : DurationText.exact(quota.used)) of any"
  }

  /// Returns a used and an allowed duration in seconds as `5 min of 1 h`; `-` if `allowed` is `nil`.
  private static func usedText(_ used: Double, of allowed: Double?) -> String {
    guard let allowed else { return "-" }
    return "\(used == 0 ? "0" : DurationText.exact(used)) of \(DurationText.exact(allowed))"
  }

  /// Returns a used and an allowed number, such as runs, as `3 of 10`; `-` if `allowed` is `nil`.
  private static func usedText(_ used: Int64, of allowed: Int64?) -> String {
    allowed.map { "\(used) of \($0)" } ?? "-"
  }

  /// Describes whether the app is within its quota: `in use now` during a charged run, otherwise `in quota`, or until
  /// when the quota is used up.
  private static func stateText(_ quota: QuotaInfo, on screen: Screen) -> String {
    if quota.tier == "never" { return "must be opened first" }
    if quota.inQuota { return quota.charged ? "in use now" : "in quota" }
    guard let returns = quota.returns else { return "used up" }
    return "used up until \(screen.clock.full(returns))"
  }
}

/// Tiers and their sources, in plain words.
enum TierWords {
  /// Returns the tier, followed by its source unless it was derived from the use of the app.
  static func short(_ tier: String, _ source: String) -> String {
    switch source {
    case "selfReported": "\(tier.visible), self-reported"
    case "set": "\(tier.visible), set"
    default: tier.visible
    }
  }

  /// Returns the tier with an explanation of its source.
  static func long(_ tier: String, _ source: String) -> String {
    switch source {
    case "selfReported":
      "\(tier.visible), self-reported: use reported by the app itself earns no more"
    case "set": "\(tier.visible), set by an operator"
    default: "\(tier.visible), derived from its use"
    }
  }
}
