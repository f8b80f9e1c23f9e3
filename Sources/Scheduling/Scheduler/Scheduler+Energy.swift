import OrderedCollections

// What refreshes are worth, and what the device spends on them.
extension Scheduler {
  /// What is learned and kept under a name, at most every so often.
  struct Keeping: Sendable {
    private var keptAt: [String: WallTime] = [:]

    mutating func isDue(_ name: String, at now: WallTime, after interval: Duration) -> Bool {
      if let kept = keptAt[name], kept <= now, now - kept < interval { return false }
      keptAt[name] = now
      return true
    }
  }

  /// Goes on with what a store kept, where that can be read.
  mutating func remember(_ learned: [Learned]) {
    for item in learned {
      if item.name == Learned.energy {
        allowance =
          EnergyAllowance(bytes: item.bytes, secondsPerDay: settings.energy.secondsPerDay)
          ?? allowance
      } else if item.name.hasPrefix(Learned.userPrefix),
        let user = UInt32(item.name.dropFirst(Learned.userPrefix.count)),
        let habit = UserHabit(bytes: item.bytes)
      {
        users[user] = habit
      }
    }
  }

  func local(_ now: Instant) -> LocalTime { LocalTime(now.wall, zoneSeconds: zoneSeconds) }

  /// `app` with what is learned from its being opened now.
  mutating func learnOpen(of app: App, at now: Instant) -> App {
    var opened = app
    // Taken out, so that it is changed in its place.
    var user = users.removeValue(forKey: app.key.owner) ?? UserHabit()
    let isLesson = user.hasLesson(at: local(now))
    let others = isLesson ? apps.habits(of: app.key.owner, but: app.key) : []
    user.noteOpen(of: app.key.id, &opened.habit, others: others, at: local(now))
    users[app.key.owner] = user
    allowance.noteUse(at: local(now))
    queues.forgetPrices()
    keepUse(by: app.key.owner, at: now, after: settings.forecast.keptEvery)
    return opened
  }

  /// Has the store keep what is known of a user and of the allowance, unless it did so lately.
  private mutating func keepUse(by user: UInt32, at now: Instant, after interval: Duration) {
    let name = Learned.userPrefix + String(user)
    if let habit = users[user], keeping.isDue(name, at: now.wall, after: interval) {
      effects.append(.change(.learn(Learned(name: name, bytes: habit.bytes))))
    }
    keepAllowance(at: now, after: interval)
  }

  private mutating func keepAllowance(at now: Instant, after interval: Duration) {
    guard keeping.isDue(Learned.energy, at: now.wall, after: interval) else { return }
    effects.append(.change(.learn(Learned(name: Learned.energy, bytes: allowance.bytes))))
  }

  /// Has the store keep everything, because the daemon is about to stop.
  mutating func keepAllUse(at now: Instant) {
    for user in users.keys.sorted() { keepUse(by: user, at: now, after: .zero) }
  }

  /// What a refresh of `app` is worth now; nil for kinds that nobody prices. What an app that is used
  /// on mains needs costs nothing.
  func offer(for request: Request, of app: App?, at now: Instant) -> Offer? {
    guard let app, settings.rules(of: request.kind).isPriced else { return nil }
    let (user, time) = (users[app.key.owner] ?? UserHabit(), local(now))
    let moment = user.moment(at: time)
    return Offer(
      chance: user.chance(of: app.habit, at: moment),
      worth: user.worth(of: app.habit, lastRefreshed: lastRefreshed(app), at: moment),
      price: allowance.price(at: time) * allowance.usualSeconds,
      isLookedAt: UserHabit.isLook(time), isFree: isPowerFree)
  }

  /// The same, as far as a decision needs it: away from the moments at which worths are compared
  /// nobody needs to know what it is worth.
  func offerAtLook(for candidate: Candidate, at now: Instant) -> Offer? {
    let time = local(now)
    guard candidate.app != nil, candidate.rules.isPriced, !candidate.isRelaxed, !isPowerFree,
      !UserHabit.isLook(time)
    else { return offer(for: candidate.request, of: candidate.app, at: now) }
    return Offer(chance: 0, worth: 0, price: 0, isLookedAt: false, isFree: false)
  }

  /// The same, and when that may change.
  func lastingOffer(for request: Request, of app: App?, at now: Instant) -> Offer? {
    guard let app, var offer = offer(for: request, of: app, at: now) else { return nil }
    if offer.isTaken { return offer }
    let (user, time) = (users[app.key.owner] ?? UserHabit(), local(now))
    let end = time + settings.energy.looksAhead
    let slot = user.nextSlot(
      for: app.habit, lastRefreshed: lastRefreshed(app), after: time, until: end
    ) { allowance.affords(worth: $0, at: $1) }
    offer.next = now.wall + ((slot ?? end) - time)
    return offer
  }

  func lastRefreshed(_ app: App) -> LocalTime? {
    app.lastRefreshed.map { LocalTime($0, zoneSeconds: zoneSeconds) }
  }

  var isPowerFree: Bool {
    !settings.energy.countsMains && !device.onBattery.value && !device.raw.isOnBattery
  }

  /// The best of the next 24 hours to refresh the app of `key`; nil where nobody asks.
  package func bestRefresh(_ key: RequestKey, at now: Instant) -> (score: Double, at: WallTime)? {
    guard let request = requests[key], let app = app(of: key),
      settings.rules(of: request.kind).isPriced, let user = users[key.owner]
    else { return nil }
    let time = local(now)
    return user.optimum(for: app.habit, lastRefreshed: lastRefreshed(app), after: time)
      .map { (score: $0.worth, at: now.wall + ($0.at - time)) }
  }

  /// Charges what a refresh has really cost, and notes that its app is fresh.
  mutating func settleEnergy(of run: Run, _ ending: Ending, at now: Instant) {
    guard settings.rules(of: run.kind).isPriced, var app = app(of: run.key) else { return }
    if !isPowerFree {
      allowance.charge(seconds: ending.cpuSeconds ?? allowance.usualSeconds, at: local(now))
      keepAllowance(at: now, after: settings.forecast.keptEvery)
    }
    queues.forgetPrices()
    if ending.outcome == .completed {
      app.lastRefreshed = now.wall
      put(app)
    }
  }
}
