/// What an app may use in the background, and what it used
package struct QuotaInfo: Codable, Hashable, Sendable {
  package var id: String
  package var owner: Int64
  /// exempted, active, working, frequent, rare, restricted or never
  package var tier: String
  /// observed, selfReported or set
  package var tierSource: String
  package var inQuota: Bool
  /// When it is in quota again; null where it is, or where that is not a matter of time
  @OrNull package var returns: String?
  /// Seconds of the rolling window, what is allowed in it (null where only the day binds), and what
  /// was used; both null in the tier never
  @OrNull package var window: Double?
  @OrNull package var allowed: Double?
  package var used: Double
  /// How long one run could last that is charged from now on
  package var room: Double
  @OrNull package var runsAllowed: Int64?
  package var runs: Int64
  @OrNull package var sessionsAllowed: Int64?
  package var sessions: Int64
  /// Of the last 24 hours, whatever the tier
  package var dayAllowed: Double
  package var dayUsed: Double
  @OrNull package var expeditedAllowed: Double?
  package var expeditedUsed: Double
  /// When its next refresh may start; null where it may now
  @OrNull package var spacedUntil: String?
  /// Whether something of it runs that is charged
  package var charged: Bool

  package init(
    id: String, owner: Int64, tier: String, tierSource: String, inQuota: Bool,
    returns: String? =
      nil, window: Double? = nil, allowed: Double? = nil, used: Double, room: Double,
    runsAllowed: Int64? = nil, runs: Int64, sessionsAllowed: Int64? = nil, sessions: Int64,
    dayAllowed: Double, dayUsed: Double, expeditedAllowed: Double? = nil, expeditedUsed: Double,
    spacedUntil: String? = nil, charged: Bool
  ) {
    self.id = id
    self.owner = owner
    self.tier = tier
    self.tierSource = tierSource
    self.inQuota = inQuota
    self.returns = returns
    self.window = window
    self.allowed = allowed
    self.used = used
    self.room = room
    self.runsAllowed = runsAllowed
    self.runs = runs
    self.sessionsAllowed = sessionsAllowed
    self.sessions = sessions
    self.dayAllowed = dayAllowed
    self.dayUsed = dayUsed
    self.expeditedAllowed = expeditedAllowed
    self.expeditedUsed = expeditedUsed
    self.spacedUntil = spacedUntil
    self.charged = charged
  }
}
