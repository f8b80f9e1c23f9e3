// Start candidates: the first of every class that the device, its app and the forecast let start.
extension PendingRequests {
  /// Returns the first request that may start of each class whose kinds are due for a check and have room. Marks these
  /// kinds as not due. Called after each event, and again after each start.
  ///
  /// - Parameter onlyFirst: Whether one candidate is enough, since the device must be polled before any start.
  mutating func candidates(
    in context: Context, _ capacity: Capacity, at now: Instant, onlyFirst: Bool
  ) -> [StartCandidate] {
    var candidates: [StartCandidate] = []
    let dueKinds = dueChecks.removeDue()
    if dueKinds.isEmpty { return [] }
    var valuation: Shared<UserValuation>?
    for profileIndex in 0..<classes.profileCount {
      guard classes.isOpen(profileIndex, dueKinds, in: capacity) else { continue }
      // The apps hold all its requests until then.
      if let held = classes.recheckTime(of: profileIndex), now.wall < held.time.ends {
        dueChecks.schedule(held.kinds, at: held.time, held.search)
        continue
      }
      guard let profile = classes.profile(profileIndex) else { continue }
      appendCandidates(
        behind: profileIndex, profile, &valuation, context, capacity, at: now, onlyFirst: onlyFirst,
        &candidates)
      if onlyFirst && !candidates.isEmpty { break }
    }
    return candidates
  }

  /// Whether the next check needs the forecast: a profile that the device lets start waits for the best moment.
  var needsForecast: Bool {
    guard dueChecks.hasDue else { return false }
    return (0..<classes.profileCount).contains { profileIndex in
      guard let kind = classes.openKind(profileIndex) else { return false }
      return settings.value.rules(of: kind).awaitsBestMoment
    }
  }

  /// Appends the first request that may start of each class of the profile, and records when to check the other
  /// classes again.
  private mutating func appendCandidates(
    behind profileIndex: Int, _ profile: ClassTable.Profile,
    _ valuation: inout Shared<UserValuation>?, _ context: Context, _ capacity: Capacity,
    at now: Instant, onlyFirst: Bool, _ candidates: inout [StartCandidate]
  ) {
    var thresholds = thresholds(behind: profile, context, at: now)
    if let thresholds, context.forecastModel.distribution(of: profile.gates) == nil {
      newDistributions.append((profile.gates, thresholds.distribution))
    }
    let prices = priceCheck(behind: profileIndex, profile, context, at: now)
    let (times, worthy) = (prices?.times, prices?.worthy ?? [])
    // The profile need not be evaluated while all of its classes are held: until the first of their rechecks.
    var recheckOfProfile = RecheckTime(nil)
    // Whether each class has a recheck. Without, only the wakes are used.
    var areAllHeld = true
    var hasCandidate = false
    for classIndex in profile.classes {
      var recheck = recheckTime(
        of: classIndex, times, worthy, context, wasEvaluated: false, at: now)
      if recheck == nil {
        switch evaluate(classIndex, profile, &thresholds, &valuation, context, capacity, at: now) {
        case .starts(let candidate):
          candidates.append(candidate)
          if onlyFirst { return }
          hasCandidate = true
        case .held:
          // If it awaits its price, it was just found not to be worth it, and is not compared again.
          recheck = recheckTime(of: classIndex, times, [], context, wasEvaluated: false, at: now)
        case .waits:
          recheck = recheckTime(
            of: classIndex, times, worthy, context, wasEvaluated: true, at: now)
        }
      }
      if let recheck { recheckOfProfile.join(recheck) } else { areAllHeld = false }
    }
    var search = prices?.search
    if let times, times.compared != nil {
      if !hasCandidate, times.isSlot {
        // If no class is worth its price at this slot, the next slot at which one is worth it is sought. The effect of
        // an open is known in the next slot, which is checked in any case.
        seekNextPrice(behind: profileIndex, context, at: now, &recheckOfProfile, &search)
      } else {
        recheckOfProfile.addWake(times.nextSlot)
      }
      recheckOfProfile.ends = min(recheckOfProfile.ends, times.nextSlot)
    }
    dueChecks.schedule(profile.kinds, at: recheckOfProfile, search)
    if areAllHeld { classes.set(recheckOfProfile, search, of: profileIndex) }
  }

  /// The result of the evaluation of a class.
  private enum Outcome {
    case starts(StartCandidate)
    /// Its app holds it; the time for which it does is stored now.
    case held
    /// It may not start for another reason, its user has no room, or its group is busy.
    case waits
  }

  /// Evaluates the first request of the class at `index`.
  ///
  /// - Parameter valuation: The valuations of one user in this check, kept for the next class.
  private mutating func evaluate(
    _ index: Int, _ profile: ClassTable.Profile, _ thresholds: inout GateThresholds?,
    _ valuation: inout Shared<UserValuation>?, _ context: Context,
    _ capacity: Capacity, at now: Instant
  ) -> Outcome {
    let mustRun = profile.gates.stage.mustRun
    guard let key = classes[index]?.key, !capacity.isBusy(key.group, of: key.owner),
      // A request with an exact time needs no slot.
      profile.gates.isExact
        || capacity.hasRoom(for: profile.kinds, of: key.owner, mustRun: mustRun),
      let deviceVerdicts = profile.deviceVerdicts,
      let slot = first(of: index, &thresholds, profile, context, at: now),
      let request = table[slot]
    else { return .waits }
    let app = classes.app(of: index, in: context.apps.table)
    var combination = deviceVerdicts.combination
    // The policies of apps also judge groups. Without either, only the device decides.
    if app != nil || request.value.terms.group != nil {
      let candidate = context.candidate(
        request, app, stage: profile.gates.stage, &valuation, at: now)
      let verdicts = PolicyVerdicts(Policies.ofApp, on: candidate, onlyVetoes: true)
      combination = combination.joined(verdicts.combination)
      if !combination.decision.permits {
        return noteHold(of: index, by: verdicts, combination, candidate, profile, context)
      }
    }
    guard combination.decision.permits else { return .waits }
    return .starts(
      StartCandidate(
        index: index, request: request, kinds: profile.kinds, mustRun: mustRun,
        rank: rank(of: slot, request, app, combination, profile)))
  }

  /// Returns the place of a request in the start order of its user, with the score of `combination`, the joined
  /// verdicts of its policies.
  func rank(
    of slot: Int, _ request: Shared<Request>, _ app: Shared<App>?, _ combination: Combination,
    _ profile: ClassTable.Profile
  ) -> Rank {
    let kind = request.value.terms.kind
    return Rank(
      isUrgent: kind == .userInitiated || request.value.terms.isExpedited,
      isOverdue: profile.gates.stage.isOverdue, priority: settings.value.rules(of: kind).priority,
      ownPriority: request.value.terms.run.priority ?? 0,
      score: combination.sums?.score ?? 1, lastServed: app?.value.lastServed,
      turn: table.turn(inSlot: slot) ?? request.value.turn, key: request.value.key)
  }

  /// Returns the candidates that can still start now that `started` has begun: those that have room, and whose group is
  /// not busy. Candidates of the same app or class are evaluated again, since the run changes their turn and their
  /// permissions.
  mutating func narrow(
    _ candidates: [StartCandidate], after started: StartCandidate, in context: Context,
    _ capacity: Capacity, at now: Instant
  ) -> [StartCandidate] {
    let startedKey = started.rank.key
    var remaining: [StartCandidate] = []
    var valuation: Shared<UserValuation>?
    for candidate in candidates {
      let key = candidate.rank.key
      guard
        // A request with an exact time needs no slot.
        candidate.request.value.isExact
          || capacity.hasRoom(for: candidate.kinds, of: key.owner, mustRun: candidate.mustRun)
      else { continue }
      let isSameApp =
        key.app != nil && key.app == startedKey.app && key.owner == startedKey.owner
      if isSameApp || candidate.index == started.index {
        if let again = reevaluatedCandidate(
          candidate.index, &valuation, context, capacity, at: now)
        {
          remaining.append(again)
        }
      } else if !capacity.isBusy(classes[candidate.index]?.key.group, of: key.owner) {
        remaining.append(candidate)
      }
    }
    return remaining
  }

  /// Returns the first request of the class that may start, evaluated again after another start; `nil` if none may.
  private mutating func reevaluatedCandidate(
    _ index: Int, _ valuation: inout Shared<UserValuation>?, _ context: Context,
    _ capacity: Capacity, at now: Instant
  ) -> StartCandidate? {
    guard let key = classes[index]?.key, let profile = classes.profile(key.profile) else {
      return nil
    }
    var thresholds = thresholds(behind: profile, context, at: now)
    let outcome = evaluate(index, profile, &thresholds, &valuation, context, capacity, at: now)
    return if case .starts(let candidate) = outcome { candidate } else { nil }
  }

  /// Records for how long the app policies hold the whole class at `index`, which need not be evaluated before. If that
  /// cannot be said, schedules a check for the time at which all verdicts that hold the request have ended.
  ///
  /// - Parameters:
  ///   - app: The vetoes of the app policies on `candidate`, the first request of the class.
  ///   - combination: The device's verdicts joined with those of the app policies, which do not permit a start.
  private mutating func noteHold(
    of index: Int, by app: PolicyVerdicts, _ combination: Combination, _ candidate: Candidate,
    _ profile: ClassTable.Profile, _ context: Context
  ) -> Outcome {
    var hold: AppHold? = AppHold()
    // The last of the times at which verdicts end; `nil` if there is none.
    var lastEnd: WallTime?
    var isEndUnknown = false
    // A request that must run passes some verdicts: it waits only for those that hold it. All requests of the class
    // must run, or none, since the profile determines it.
    for row in app.rows where combination.isHeld(by: row.verdict) {
      let end: WallTime?
      if row.verdict.reason == .price {
        hold?.awaitsPrice = true
        end = context.nextSlot(after: candidate.now)
      } else {
        let endOfHold = row.verdict.reason?.endOfClassHold(by: row, on: candidate)
        hold = hold?.extended(until: endOfHold)
        end = row.liftTime(on: candidate)
      }
      if let end { lastEnd = max(lastEnd ?? end, end) } else { isEndUnknown = true }
    }
    if let hold, profile.deviceVerdicts?.combination.decision.permits == true {
      let priced = hold.awaitsPrice ? context.pricedApp(candidate.app) : nil
      classes.set(hold, of: index, priced)
      return .held
    }
    // The hold is unknown, or the device holds the request, too.
    if !isEndUnknown { dueChecks.schedule(profile.kinds, at: lastEnd) }
    return .waits
  }

  /// Returns the thresholds that the present score must reach for the requests of `profile`, since better moments may
  /// follow; `nil` if none of them waits for the best moment, or if too little is known.
  func thresholds(
    behind profile: ClassTable.Profile, _ context: Context, at now: Instant
  ) -> GateThresholds? {
    guard let score = profile.deviceVerdicts?.combination.sums?.score,
      let request = classes.anySlot(behind: profile).flatMap({ table[$0] })
    else { return nil }
    return context.thresholds(behind: profile.gates, like: request, score: score, at: now)
  }

  /// Returns the slot of the first request of the class at `index` that need not wait for a better moment; `nil` if
  /// there is none. Schedules a check for the time at which one of the others may no longer wait.
  private mutating func first(
    of index: Int, _ thresholds: inout GateThresholds?, _ profile: ClassTable.Profile,
    _ context: Context,
    at now: Instant
  ) -> Int? {
    if thresholds == nil, let known = classes.cachedFirst(of: index) { return known }
    guard let waiting = classes[index] else { return nil }
    guard thresholds != nil else { return first(of: waiting, index) }
    var first: Int?
    var shortestHold: Duration?
    for slot in waiting.slots {
      guard let request = table[slot] else { continue }
      if let hold = thresholds?.hold(of: context.terms(of: request.value)) {
        shortestHold = earlier(shortestHold, hold.lasts)
      } else if let known = first {
        if table.precedes(slot, known) { first = slot }
      } else {
        first = slot
      }
    }
    if let shortestHold {
      // At least a second later, so that holds that are about to end do not cause many checks in a row.
      dueChecks.schedule(profile.kinds, at: now.wall + max(shortestHold, .seconds(1)))
    }
    return first
  }

  /// Finds the slot of the request of `waiting`, the class at `index`, whose turn is first, and caches it.
  private mutating func first(of waiting: RequestClass, _ index: Int) -> Int? {
    let first = waiting.slots.min { table.precedes($0, $1) }
    if let first { classes.cacheFirst(first, of: index) }
    return first
  }
}

extension Context {
  /// Returns the values of `app` that determine the worth of its refresh; without an app, the values of an app that was
  /// never opened.
  fileprivate func pricedApp(_ app: Shared<App>?) -> PricedApp {
    guard let app else { return PricedApp() }
    return PricedApp(
      owner: app.value.key.owner, habit: app.value.habit,
      lastRefreshed: app.value.lastRefreshed.map(clocks.local))
  }
}

extension Reason {
  /// Returns the time until which the verdict in `row`, which has this reason, holds a class of requests. A touch of
  /// the app or of its power inputs ends the hold earlier. `nil` if the time is unknown; the end of time if only the
  /// app can end it.
  fileprivate func endOfClassHold(
    by row: PolicyVerdicts.Row, on candidate: Candidate
  ) -> WallTime? {
    if traits.end == .app { return WallTime(nanoseconds: .max) }
    let isOnBattery = candidate.device.onBattery.value || candidate.raw.isOnBattery
    // On mains, these limits hold only a restricted app, and only while the device is in use
    // (`Candidate.isFreeOfLimits`). The end of that use is not known.
    if traits.end == .timeOrMains && !isOnBattery { return nil }
    return row.liftTime(on: candidate)
  }
}
