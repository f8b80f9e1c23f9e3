/// The use of an app by its user, which determines its tier, and its use of the device, which its tier limits.
package struct Usage: Hashable, Sendable {
  package internal(set) var engagement = Engagement()
  package internal(set) var regular = Account()
  package internal(set) var expedited = Account()
  /// The bonuses for recent openings by the user, which raise the quota for a while.
  package internal(set) var bumps: [QuotaBonus] = []
  package internal(set) var rate = RateCounter()
  /// The last start of a run of a kind with a distance; `nil` if there was none.
  package internal(set) var lastSpaced: WallTime?
  /// Times derived from the rest, for fast answers.
  var quotaState = QuotaState()

  package init() {}

  // MARK: Use by the user

  /// Records that the user opened the app. Only an observed opening adds a bonus to the quota, for `bumpWindow`.
  mutating func open(isObserved: Bool, at now: WallTime, _ settings: QuotaSettings) {
    engagement.open(isObserved: isObserved, at: now, settings)
    guard isObserved else { return }
    var bump = settings.bump
    bump.at = now
    let begin = now - settings.bumpWindow
    bumps.removeAll { $0.at <= begin }
    bumps.append(bump)
    // If there are too many, the newest stay.
    bumps.removeFirst(max(0, bumps.count - settings.mostBumps))
    updateQuotaState(at: now, settings)
  }

  /// Records that the app has left the screen.
  mutating func leave(at now: WallTime) {
    engagement.leave(at: now)
  }

  // MARK: Use of the device

  /// Records the beginning of a run. A run that begins while its app is on the screen is never charged.
  mutating func begin(
    _ run: RunID, isExpedited: Bool, isOnBattery: Bool, at now: Instant, _ settings: QuotaSettings
  ) {
    guard !engagement.isOnScreen else { return }
    setCharging(isOnBattery, at: now, settings)
    let usesExpedited =
      isExpedited && hasExpedited(tier(at: now.wall, settings), at: now, settings)
    let beginsSession =
      usesExpedited ? expedited.begin(run, at: now) : regular.begin(run, at: now)
    // Only runs on battery count against the rate.
    guard isOnBattery else { return }
    rate.count(runs: 1, sessions: beginsSession ? 1 : 0, at: now.wall, settings)
  }

  /// Records the end of a run in the account in which it was counted, expedited or regular.
  mutating func end(_ run: RunID, at now: Instant, _ settings: QuotaSettings) {
    if expedited.meter.runs.contains(run) {
      expedited.end(run, at: now, settings)
    } else {
      regular.end(run, at: now, settings)
    }
    updateQuotaState(at: now.wall, settings)
  }

  /// Starts or stops charging for present runs: they are charged on battery, while the app is not on the screen. Called
  /// when the device's power, or the app's presence on the screen, has changed.
  mutating func setCharging(_ isOnBattery: Bool, at now: Instant, _ settings: QuotaSettings) {
    guard changesCharging(isOnBattery) else { return }
    let isCharged = isOnBattery && !engagement.isOnScreen
    regular.setCharging(isCharged, at: now, settings)
    expedited.setCharging(isCharged, at: now, settings)
    updateQuotaState(at: now.wall, settings)
  }

  /// Whether `setCharging` would change anything.
  func changesCharging(_ isOnBattery: Bool) -> Bool {
    (isOnBattery && !engagement.isOnScreen) != regular.meter.isCharging
  }

  /// Whether a present run is charged, or will be when charging begins.
  func isMetering(_ run: RunID) -> Bool {
    regular.meter.runs.contains(run) || expedited.meter.runs.contains(run)
  }

  /// Ends present sessions at the daemon's last write, for runs of an earlier boot.
  mutating func abandon(at last: Instant, _ settings: QuotaSettings) {
    regular.abandon(at: last, settings)
    expedited.abandon(at: last, settings)
  }

  /// Resets the past use of the quota. The user's openings of the app stay, and so does the spacing of its runs.
  mutating func reset(at now: Instant, _ settings: QuotaSettings) {
    regular.reset(at: now)
    expedited.reset(at: now)
    updateQuotaState(at: now.wall, settings)
  }

  /// Moves future times back to `now`, since a clock that was ahead would otherwise hold the app for years.
  mutating func forgetTheFuture(at now: WallTime, _ settings: QuotaSettings) {
    engagement.forgetTheFuture(at: now)
    regular.ledger.forgetTheFuture(at: now)
    expedited.ledger.forgetTheFuture(at: now)
    bumps = bumps.filter { $0.at <= now }
    rate.forgetTheFuture(at: now, settings)
    lastSpaced = lastSpaced.map { min($0, now) }
    updateQuotaState(at: now, settings)
  }
}
