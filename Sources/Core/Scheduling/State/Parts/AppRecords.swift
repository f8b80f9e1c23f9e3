import OrderedCollections

/// The apps, their users' habits, and the energy that they may use.
///
/// After a failed commit, the stored apps are restored. Learned habits stay, since their events are not reported
/// again.
struct AppRecords: Sendable {
  let settings: Shared<Settings>
  private(set) var table = AppsByKey()
  /// The habits of each user, by uid.
  private(set) var habitOfUser: [UInt32: UserHabit] = [:]
  private(set) var allowance: EnergyAllowance
  /// The last unlocking at which worths were compared; `nil` before the first.
  private(set) var unlocked: LocalTime?
  /// When the habits of each user were last saved.
  private var savedUsers: [UInt32: SaveThrottle] = [:]
  private var savedAllowance = SaveThrottle()

  init(_ snapshot: Snapshot, settings: Shared<Settings>) {
    self.settings = settings
    allowance = EnergyAllowance(secondsPerDay: settings.value.energy.allowancePerDay)
    restore(snapshot.learned)
    for app in snapshot.apps { table.put(Shared(app)) }
  }

  /// Restores the energy allowance and the users' habits from `learned`. Skips unreadable records.
  private mutating func restore(_ learned: [Learned]) {
    for item in learned {
      if item.name == Learned.energy {
        allowance =
          EnergyAllowance(bytes: item.bytes, secondsPerDay: settings.value.energy.allowancePerDay)
          ?? allowance
        if settings.value.energy.countsRefreshes { allowance.countRefreshes() }
      } else if item.name.hasPrefix(Learned.userPrefix),
        let user = UInt32(item.name.dropFirst(Learned.userPrefix.count)),
        let habit = UserHabit(bytes: item.bytes)
      {
        habitOfUser[user] = habit
      }
    }
  }

  /// Keeps the learned habits after a failed commit.
  mutating func keepLearned(of other: AppRecords) {
    (habitOfUser, allowance, unlocked) = (other.habitOfUser, other.allowance, other.unlocked)
    // New, so that no result for the undone apps is used again.
    table.revision = other.table.revision + 1
  }

  // MARK: Reading

  subscript(key: AppKey) -> App? { table[key]?.value }

  /// A number that is another one after each change of an app.
  var revision: Int { table.revision }

  /// Returns the registered app of a request; `nil` if it has none.
  func app(of key: RequestKey) -> Shared<App>? {
    key.app.flatMap { shared(AppKey(owner: key.owner, id: $0)) }
  }

  /// Returns the app of `key` without copying it; `nil` if there is none.
  func shared(_ key: AppKey) -> Shared<App>? { table[key] }

  /// Apps in the order of their keys.
  var all: [App] { table.all.map(\.value).sorted { $0.key < $1.key } }

  func count(of owner: UInt32) -> Int { table.count(of: owner) }

  /// Returns the size of the declarations of all apps of `owner`, in bytes.
  func textSize(of owner: UInt32) -> Int { table.textSize(of: owner) }

  /// Returns the app of `key` with its place in the table, for a change of the app; `nil` if there is none.
  func entry(of key: AppKey) -> (index: Int, app: Shared<App>)? {
    table.index(of: key).map { ($0, table[$0]) }
  }

  /// Returns the same for the app of a request.
  func entry(of key: RequestKey) -> (index: Int, app: Shared<App>)? {
    key.app.flatMap { entry(of: AppKey(owner: key.owner, id: $0)) }
  }

  // MARK: Changes

  /// Stores the registered app at `index`, whose declaration stays the same. Returns the change that records it, and the
  /// app as touched.
  mutating func update(_ app: consuming App, at index: Int) -> FollowUp {
    let followUp = followUp(ofPutting: app)
    // Moves the app, instead of copying it again.
    table.update(Shared(app), at: index)
    return followUp
  }

  /// Returns the change that records `app`, and the app as touched.
  private func followUp(ofPutting app: App) -> FollowUp {
    FollowUp(effects: [.change(.putApp(app))], touched: touched(app.key))
  }

  /// Returns the app of `key` as touched.
  private func touched(_ key: AppKey) -> Touched {
    // A deliberate bug, which the swarm must find if it is enabled.
    settings.value.overlooksApps ? Touched() : Touched(apps: [key])
  }

  /// Registers an app, or replaces the declarations of a registered one, which keeps its user's settings and its
  /// history.
  mutating func register(_ app: App) -> FollowUp {
    var registered = app
    if let known = self[app.key] {
      registered = known
      registered.permittedIdentifiers = app.permittedIdentifiers
      registered.backgroundModes = app.backgroundModes
      registered.installation = app.installation ?? known.installation
      registered.installation?.allowed = known.installation?.allowed
    }
    table.put(Shared(registered))
    return followUp(ofPutting: registered)
  }

  /// Removes the app of `key`; returns `nil` if there is none.
  mutating func remove(_ key: AppKey) -> FollowUp? {
    guard table.remove(key) else { return nil }
    return FollowUp(effects: [.change(.removeApp(key))], touched: touched(key))
  }

  /// Applies an event to the app of `key`, and returns the consequences; `nil` if there is no such app.
  mutating func apply(
    _ event: AppEvent, of key: AppKey, at now: Instant, _ time: LocalTime
  ) -> FollowUp? {
    guard let (index, known) = entry(of: key) else { return nil }
    var app = known.value
    var followUp = FollowUp(touched: Touched(inputs: .users))
    switch event {
    case .opened, .openReported:
      app.isForeground = true
      app.isForceQuit = false
      app.lastOpened = now.wall
      followUp.add(learnOpen(of: &app, at: now, time))
      app.usage.open(isObserved: event.isObserved, at: now.wall, settings.value.quotas)
    case .closed:
      app.isForeground = false
      app.usage.leave(at: now.wall)
    case .forceQuit:
      app.isForeground = false
      app.isForceQuit = true
      app.usage.leave(at: now.wall)
    case .refreshSwitched(let isOn):
      app.refreshIsOn = isOn
    case .consented(let consent, let isGiven):
      app.setConsent(consent, isGiven: isGiven)
    case .tierSet(let tier):
      app.usage.engagement.setTier = tier
    case .quotaReset:
      app.usage.reset(at: now, settings.value.quotas)
      app.reliability = Reliability()
    }
    followUp.add(update(app, at: index))
    return followUp
  }

  // MARK: Learning

  /// Notes that the device was unlocked. Returns whether worths are compared now.
  mutating func noteUnlocking(at time: LocalTime) -> Bool {
    for index in habitOfUser.values.indices { habitOfUser.values[index].unlocked = time }
    let isCompared =
      settings.value.energy.comparesAtOpens
      && habitOfUser.values.contains { $0.comparesAtUnlocking }
    if isCompared { unlocked = time }
    return isCompared
  }

  /// Learns that `app` was opened: updates its habit, its user's habit, and the energy allowance. Saves the records if
  /// they were not saved recently.
  private mutating func learnOpen(
    of app: inout App, at now: Instant, _ time: LocalTime
  ) -> FollowUp {
    let user = app.key.owner
    // The model also learns from the apps that were not opened in a lesson, or not after another app.
    let needsOthers = habitOfUser[user]?.needsOthers(at: time) == true
    let others = needsOthers ? table.apps(of: user, but: app.key) : []
    // No key path: it would check the access to each habit.
    let habits = others.lazy.map { $0.value.habit }
    habitOfUser[user, default: UserHabit()].noteOpen(
      of: app.key.id, &app.habit, others: habits, at: time)
    allowance.noteUse(at: time)
    return FollowUp(
      effects: save(user, at: now, after: settings.value.forecast.keptEvery),
      touched: Touched(inputs: .prices))
  }

  /// Returns the effects that save the habits of `user` and the energy allowance, each unless it was saved within
  /// `interval`.
  private mutating func save(
    _ user: UInt32, at now: Instant, after interval: Duration
  ) -> [Effect] {
    var effects: [Effect] = []
    if savedUsers[user, default: SaveThrottle()].isDue(at: now.wall, after: interval),
      let habit = habitOfUser[user]
    {
      let name = Learned.userPrefix + String(user)
      effects.append(.change(.learn(Learned(name: name) { habit.bytes })))
    }
    return effects + saveAllowance(at: now, ifOlderThan: interval)
  }

  /// Returns the effects that save the energy allowance, if the saved one is at least `interval` old.
  private mutating func saveAllowance(at now: Instant, ifOlderThan interval: Duration) -> [Effect] {
    guard savedAllowance.isDue(at: now.wall, after: interval) else { return [] }
    let allowance = allowance
    return [.change(.learn(Learned(name: Learned.energy) { allowance.bytes }))]
  }

  /// Returns the effects that save the habits of all users and the energy allowance. Called when the daemon is about to
  /// stop.
  mutating func saveAll(at now: Instant) -> FollowUp {
    var followUp = FollowUp()
    for user in habitOfUser.keys.sorted() { followUp.effects += save(user, at: now, after: .zero) }
    return followUp
  }

  /// Moves future times of apps and of the energy allowance back to `now`, after the wall clock was set back.
  mutating func followClock(at now: Instant, _ time: LocalTime) -> FollowUp {
    allowance.forgetTheFuture(at: time)
    return forgetTheFuture(at: now)
  }

  /// Moves times of all apps that lie in the future back to `now`, and records the changed apps. Called after the clock
  /// was set back.
  private mutating func forgetTheFuture(at now: Instant) -> FollowUp {
    var followUp = FollowUp()
    for (index, known) in Array(table.all).enumerated() {
      var app = known.value
      app.usage.forgetTheFuture(at: now.wall, settings.value.quotas)
      app.reliability.forgetTheFuture(at: now.wall, settings.value.reliability)
      // The app that was served longest ago comes first: otherwise every other app would come before this one.
      app.lastServed = app.lastServed.map { min($0, now.wall) }
      followUp.add(updateAfterClock(app, at: index, from: known))
    }
    return followUp
  }

  /// Replaces the app at `index`, `known`, by `app`. Returns its change; empty if only derived values have changed, which
  /// the store does not keep.
  private mutating func updateAfterClock(
    _ app: App, at index: Int, from known: Shared<App>
  ) -> FollowUp {
    if app != known.value { return update(app, at: index) }
    table.update(Shared(app), at: index)
    return FollowUp()
  }

  /// Ends the charged sessions of runs that no longer exist after a restart, at the last moment at which they may have
  /// run. Also moves times in the future back to `now`. Called once, when a daemon starts.
  ///
  /// - Parameter lastCommit: The time of the last commit; `nil` if it is unknown.
  /// - Parameter alive: Runs that continue.
  mutating func endLostSessions(
    since lastCommit: Instant?, sameBoot: Bool, alive: [RunID], at now: Instant
  ) -> FollowUp {
    var followUp = FollowUp()
    for (index, known) in Array(table.all).enumerated() {
      var app = known.value
      if !alive.contains(where: { app.usage.isMetering($0) }),
        let since = app.usage.regular.meter.since ?? app.usage.expedited.meter.since
      {
        // The run may have continued until now, or until its machine stopped, but not longer than a budget.
        let latestEnd = sameBoot ? now : lastCommit ?? since
        let budgetEnd = since.advanced(by: settings.value.processing.budget)
        let end = latestEnd.awake < budgetEnd.awake ? latestEnd : budgetEnd
        app.usage.abandon(at: end, settings.value.quotas)
      }
      app.usage.forgetTheFuture(at: now.wall, settings.value.quotas)
      app.reliability.forgetTheFuture(at: now.wall, settings.value.reliability)
      app.lastServed = app.lastServed.map { min($0, now.wall) }
      followUp.add(updateAfterClock(app, at: index, from: known))
    }
    return followUp
  }

  /// Charges the energy allowance for an ended refresh and, if the refresh completed, notes its time as the app's last.
  /// Runs of kinds without a price, which are no refreshes, have no effect.
  ///
  /// - Parameter isFree: Whether power costs nothing.
  mutating func settleEnergy(
    of run: Run, _ ending: Ending, isFree: Bool, at now: Instant, _ time: LocalTime
  ) -> FollowUp {
    guard settings.value.sharedRules(of: run.kind).value.isPriced,
      let (index, known) = entry(of: run.key)
    else { return FollowUp() }
    var followUp = FollowUp(touched: Touched(inputs: .prices))
    if !isFree {
      // If the allowance is a number of refreshes, each counts as one second.
      let seconds = ending.cpuSeconds ?? allowance.usualSeconds
      allowance.charge(seconds: settings.value.energy.countsRefreshes ? 1 : seconds, at: time)
      followUp.effects += saveAllowance(at: now, ifOlderThan: settings.value.forecast.keptEvery)
    }
    if ending.outcome == .completed {
      habitOfUser[run.key.owner]?.noteRefresh(ending.at - run.started.wall)
      var app = known.value
      app.lastRefreshed = now.wall
      followUp.add(update(app, at: index))
    }
    return followUp
  }
}
