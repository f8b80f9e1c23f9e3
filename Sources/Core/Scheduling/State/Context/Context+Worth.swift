// What is worth what.
extension Context {
  /// Whether what runs costs nothing of the device's allowance.
  var isPowerFree: Bool {
    !settings.value.energy.countsMains && !device.view.onBattery.value && !device.raw.isOnBattery
  }

  /// What a refresh costs now.
  var refreshCosts: RefreshCosts {
    RefreshCosts(
      settings.value.energy, isOnMains: isPowerFree, isMetered: device.raw.isMetered == true)
  }

  /// Whether worths are compared now.
  func isLook(at now: Instant) -> Bool { apps.isLook(at: clocks.local(now)) }

  /// What refreshes are worth at `time`, and what they must be worth.
  func appraisal(at time: LocalTime) -> BatchValuation { apps.appraisal(refreshCosts, at: time) }

  func lastRefreshed(_ app: App) -> LocalTime? { app.lastRefreshed.map(clocks.local) }

  /// The next moment at which worths are compared.
  func nextSlot(after now: Instant) -> WallTime {
    let time = clocks.local(now)
    return now.wall + (UserHabit.slot(after: time) - time)
  }

  /// What a refresh of the app is worth now; nil for kinds that nobody prices.
  private func offer(for candidate: Candidate) -> RefreshValuation? {
    guard let app = candidate.app, candidate.rules.isPriced else { return nil }
    return apps.offer(
      of: app.value, lastRefreshed: lastRefreshed(app.value), refreshCosts,
      at: clocks.local(candidate.now))
  }

  /// The same, as far as a decision needs it: away from the moments at which worths are compared
  /// nobody needs to know what it is worth.
  func offerAtLook(for candidate: Candidate) -> RefreshValuation? {
    guard let app = candidate.app, candidate.rules.isPriced, !candidate.isRelaxed,
      !isFree(app.value), !isLook(at: candidate.now)
    else { return offer(for: candidate) }
    return .unasked(isFree: false)
  }

  /// The same, as far as the question whether it is a reason to wait needs it.
  func offerForReasons(for candidate: Candidate) -> RefreshValuation? {
    guard let app = candidate.app, candidate.rules.isPriced else { return nil }
    let isFree = isFree(app.value)
    guard !isFree, !candidate.isRelaxed, isLook(at: candidate.now) else {
      return .unasked(isFree: isFree)
    }
    return offer(for: candidate)
  }

  private func isFree(_ app: App) -> Bool {
    refreshCosts.isFree(app.habit, lastRefreshed: lastRefreshed(app))
  }

  /// The same, and when that may change.
  func lastingOffer(for candidate: Candidate) -> RefreshValuation? {
    guard let app = candidate.app, var offer = offer(for: candidate) else { return nil }
    if offer.isTaken { return offer }
    let (now, time) = (candidate.now, clocks.local(candidate.now))
    let end = time + settings.value.energy.looksAhead
    let slot = apps.nextSlot(
      for: app.value, lastRefreshed: lastRefreshed(app.value), refreshCosts, after: time, until: end
    )
    offer.next = now.wall + ((slot ?? end) - time)
    return offer
  }

  /// The best of the next 24 hours to refresh the app of `request`; nil where nobody asks.
  func bestRefresh(for request: Request, at now: Instant) -> (score: Double, at: WallTime)? {
    guard let app = apps.app(of: request.key), settings.value.rules(of: request.terms.kind).isPriced
    else { return nil }
    let time = clocks.local(now)
    return apps.bestRefresh(
      of: app.value, lastRefreshed: lastRefreshed(app.value), refreshCosts, after: time
    )
    .map { (score: $0.worth, at: now.wall + ($0.at - time)) }
  }
}
