// Worths and prices.
extension Context {
  /// Whether runs use nothing of the device's allowance.
  var isPowerFree: Bool {
    !settings.value.energy.limitsMains && !device.isOnBatterySteadily && !device.isOnBattery
  }

  /// The present costs of a refresh.
  var refreshCosts: RefreshCosts {
    RefreshCosts(
      settings.value.energy, isOnMains: isPowerFree, isMetered: device.raw.isMetered == true)
  }

  /// Returns whether the worths of refreshes are compared with their price now. They are, for a minute from each slot
  /// of the calendar, and from each open of an app.
  func comparesWorths(at now: Instant) -> Bool { apps.comparesWorths(at: clocks.local(now)) }

  /// Returns the shared part of all valuations at `time`.
  func batchValuation(at time: LocalTime) -> BatchValuation {
    BatchValuation(at: time, valuationInputs)
  }

  /// The present inputs of the valuations of refreshes.
  var valuationInputs: BatchValuation.Inputs { apps.valuationInputs(refreshCosts) }

  /// Returns when the last refresh of `app` completed; `nil` if none has.
  func lastRefreshed(_ app: Shared<App>) -> LocalTime? { app.value.lastRefreshed.map(clocks.local) }

  /// Returns the start of the next slot of the calendar, at which the worths of refreshes are compared with their
  /// price.
  func nextSlot(after now: Instant) -> WallTime {
    let time = clocks.local(now)
    return now.wall + (UserHabit.slot(after: time) - time)
  }

  /// Returns the present worth and price of a refresh of the candidate's app; `nil` if it has no app, or its kind has
  /// no price.
  private func valuation(for candidate: Candidate) -> RefreshValuation? {
    guard let app = candidate.app, candidate.rules.isPriced else { return nil }
    return valuation(ofAppsOf: app.value.key.owner, at: candidate.now)
      .valuation(of: app.value.habit, lastRefreshed: lastRefreshed(app))
  }

  /// Returns the valuations of refreshes of the apps of `owner`.
  private func valuation(ofAppsOf owner: UInt32, at now: Instant) -> UserValuation {
    apps.valuation(ofAppsOf: owner, refreshCosts, at: clocks.local(now))
  }

  /// Returns the valuation of a refresh of `app` as far as a decision needs it: the worth is not computed between the
  /// moments at which worths are compared.
  ///
  /// - Parameter ofUser: The valuations of a user in the present check, which the apps of that user share. Made for the
  ///   owner of `app` if there are none, or if they are of another user.
  func valuationForDecision(
    of app: Shared<App>, isRelaxed: Bool, _ ofUser: inout Shared<UserValuation>?, at now: Instant
  ) -> RefreshValuation {
    if !isRelaxed, !isFree(app), !comparesWorths(at: now) { return .notCompared(isFree: false) }
    return valuation(of: app, &ofUser, at: now)
  }

  /// Returns the complete valuation of a refresh of `app`.
  ///
  /// - Parameter ofUser: As of `valuationForDecision`.
  private func valuation(
    of app: Shared<App>, _ ofUser: inout Shared<UserValuation>?, at now: Instant
  ) -> RefreshValuation {
    let owner = app.value.key.owner
    let known = ofUser.flatMap { $0.value.owner == owner ? $0 : nil }
    let valuation = known ?? Shared(valuation(ofAppsOf: owner, at: now))
    ofUser = valuation
    return valuation.value.valuation(of: app.value.habit, lastRefreshed: lastRefreshed(app))
  }

  /// Returns the valuation as far as the list of reasons needs it: the worth is computed only if worths are compared
  /// now. `nil` if the candidate has no app, or its kind has no price.
  ///
  /// - Parameter ofUser: As of `valuationForDecision`.
  func valuationForReasons(
    for candidate: Candidate, _ ofUser: inout Shared<UserValuation>?
  ) -> RefreshValuation? {
    guard let app = candidate.app, candidate.rules.isPriced else { return nil }
    let isFree = isFree(app)
    guard !isFree, !candidate.isRelaxed, comparesWorths(at: candidate.now) else {
      return .notCompared(isFree: isFree)
    }
    return valuation(of: app, &ofUser, at: candidate.now)
  }

  /// Returns whether a refresh of `app` costs nothing now, so that its worth does not matter.
  private func isFree(_ app: Shared<App>) -> Bool {
    isPowerFree
      && refreshCosts.isFree(app.value.habit, lastRefreshed: lastRefreshed(app))
  }

  /// Returns the complete valuation of a refresh. If it cannot start now, `next` is the next slot at which it is worth
  /// its price, or the end of the searched time, `looksAhead`. `nil` if there is no app, or its kind has no price.
  func lastingValuation(for candidate: Candidate) -> RefreshValuation? {
    guard let app = candidate.app, var valuation = valuation(for: candidate) else { return nil }
    if valuation.isAccepted { return valuation }
    let now = candidate.now
    let time = clocks.local(now)
    let end = time + settings.value.energy.looksAhead
    let slot = apps.nextSlot(
      for: app.value, lastRefreshed: lastRefreshed(app), refreshCosts, after: time, until: end
    )
    valuation.next = now.wall + ((slot ?? end) - time)
    return valuation
  }

  /// Returns the best time of the next 24 hours to refresh the app of `request`, with the worth at that time as the
  /// score. `nil` if its kind has no price, or too little is known.
  func bestRefresh(for request: Request, at now: Instant) -> (score: Double, at: WallTime)? {
    guard let app = apps.app(of: request.key), settings.value.rules(of: request.terms.kind).isPriced
    else { return nil }
    let time = clocks.local(now)
    return apps.bestRefresh(
      of: app.value, lastRefreshed: lastRefreshed(app), refreshCosts, after: time
    )
    .map { (score: $0.worth, at: now.wall + ($0.at - time)) }
  }
}
