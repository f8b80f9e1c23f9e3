/// Requests whose dates let them start, in profiles and classes. The requests of a profile have the same inputs for the
/// device's policies, and the requests of a class also have the same inputs for the app policies. Keeps the last
/// verdicts of each profile and class, so that a change is evaluated once for all their requests. Empty profiles and
/// classes are removed.
///
/// Profiles and classes are given by their indices, and requests by their slots in `RequestsByKey`.
struct ClassTable: Sendable {
  private var profiles: [Profile?] = []
  private var freeProfiles: [Int] = []
  private var profileOfGates: [GateProfile: Int] = [:]
  private var classes: [RequestClass?] = []
  private var freeClasses: [Int] = []
  private var classOfKey: [RequestClass.Key: Int] = [:]
  private var classesOfApp: [AppKey: [Int]] = [:]
  // Indexed by class, in a separate array: every check reads all of them. A read of a class would count its references.
  private var appHolds: [KnownHold] = []
  private var apps = PricedApps()

  private struct KnownHold: Sendable {
    var hold: AppHold?
    /// Whether the hold still applies, as far as is known.
    var isKnown = false
  }

  /// The number after the highest index of a profile.
  var profileCount: Int { profiles.count }

  /// Returns the profile at `index`; `nil` if the index is free.
  func profile(_ index: Int) -> Profile? { profiles[index] }

  /// Returns whether a request of the profile may start (`Profile.isOpen`), the profile is one of `kinds`, and
  /// `capacity` has room for it or it needs none. Nothing is copied: most profiles are asked at each check, and few can
  /// start.
  func isOpen(
    _ profile: Int, _ kinds: DueChecks.Kinds, in capacity: Capacity
  ) -> Bool {
    let profiles = profiles.span
    guard profiles[profile]?.isOpen == true, let known = profiles[profile]?.kinds,
      kinds.contains(known)
    else { return false }
    // A request with an exact time needs no slot.
    if profiles[profile]?.gates.isExact == true { return true }
    return capacity.hasRoom(
      for: known, mustRun: profiles[profile]?.gates.stage.mustRun ?? false)
  }

  /// Returns the time for which the apps hold every request of the profile, with its search, and its kinds; `nil` if
  /// this time is unknown.
  func recheckTime(
    of profile: Int
  ) -> (time: RecheckTime, search: PriceSearch?, kinds: KindRules.ConcurrencyClass)? {
    let profiles = profiles.span
    guard let time = profiles[profile]?.recheckTime, let kinds = profiles[profile]?.kinds else {
      return nil
    }
    return (time, profiles[profile]?.recheckSearch, kinds)
  }

  /// Returns the kind of the profile's requests; `nil` if the device lets none of them start.
  func openKind(_ profile: Int) -> Kind? {
    let profiles = profiles.span
    return profiles[profile]?.isOpen == true ? profiles[profile]?.gates.kind : nil
  }

  /// Returns the kinds that share slots with the profile's requests; `nil` if the device lets none of them start.
  func kindsIfOpen(_ profile: Int) -> KindRules.ConcurrencyClass? {
    let profiles = profiles.span
    return profiles[profile]?.isOpen == true ? profiles[profile]?.kinds : nil
  }

  /// Returns the device's verdicts for the profile's requests; `nil` if they were not evaluated yet.
  func verdicts(behind profile: Int) -> PolicyVerdicts? {
    let profiles = profiles.span
    return profiles[profile]?.deviceVerdicts
  }

  /// Returns the stage to which the windows of the profile's requests have closed; `nil` if the index is free.
  func stage(behind profile: Int) -> WindowStage? {
    let profiles = profiles.span
    return profiles[profile]?.gates.stage
  }

  /// Returns the class at `index`; `nil` if the index is free.
  subscript(index: Int) -> RequestClass? { classes[index] }

  /// Returns the device's verdicts for the requests of the class at `index` while their windows are at `stage`; `nil`
  /// if they must be evaluated.
  func deviceVerdicts(of index: Int, at stage: WindowStage) -> PolicyVerdicts? {
    let classes = classes.span
    let profiles = profiles.span
    guard let profile = classes[index]?.key.profile, profiles[profile]?.gates.stage == stage else {
      return nil
    }
    return profiles[profile]?.deviceVerdicts
  }

  /// Returns the slot of any request of the profile, to evaluate the device's policies on. Their verdicts are the same
  /// for all requests of the profile.
  func anySlot(behind profile: Profile) -> Int? { firstSlot(of: profile.classes.first) }

  /// The same for the profile at an index; `nil` if the index is free.
  func anySlot(behind profile: Int) -> Int? {
    let profiles = profiles.span
    return firstSlot(of: profiles[profile]?.classes.first)
  }

  /// Returns the slot of the first request of the class at `index`; `nil` without one.
  private func firstSlot(of index: Int?) -> Int? {
    guard let index else { return nil }
    let classes = classes.span
    return classes[index]?.slots.first
  }

  /// Returns the registered app of the class at `index`; `nil` if it has none.
  mutating func app(of index: Int, in apps: AppsByKey) -> Shared<App>? {
    guard let key = classes[index]?.app, let known = classes[index]?.appIndex else { return nil }
    var appIndex = known
    let app = apps.app(of: key, at: &appIndex)
    if appIndex != known { classes[index]?.appIndex = appIndex }
    return app
  }

  /// Returns the cached slot of the request whose turn is first in the class at `index`, without a copy of the class;
  /// `nil` if it must be found again.
  func cachedFirst(of index: Int) -> Int? {
    let classes = classes.span
    return classes[index]?.cachedFirst
  }

  /// Caches the slot of the request whose turn is first in the class at `index`.
  mutating func cacheFirst(_ slot: Int, of index: Int) {
    classes[index]?.cachedFirst = slot
  }

  /// Returns the index of the class to which `request` belongs: of the same profile, user, app, group and priority.
  /// Creates the class, and its profile, if there is none. Called each time a request is placed.
  ///
  /// - Parameter gates: The inputs of the request for the device's policies, which determine the profile.
  mutating func index(
    of request: Request, _ gates: GateProfile, _ kinds: KindRules.ConcurrencyClass
  ) -> Int {
    let profile = profileIndex(of: gates, kinds)
    let key = RequestClass.Key(
      profile: profile, owner: request.key.owner, app: request.key.app, group: request.terms.group,
      priority: request.terms.run.priority ?? 0,
      isObserver: request.terms.task?.category == .observer)
    if let known = classOfKey[key] { return known }
    let index = makeClass(key)
    classOfKey[key] = index
    profiles[profile]?.classes.append(index)
    // The app of the new class may let its requests start.
    profiles[profile]?.recheckTime = nil
    if let app = classes[index]?.app { classesOfApp[app, default: []].append(index) }
    return index
  }

  /// Creates an empty class at a free index, and returns the index.
  private mutating func makeClass(_ key: RequestClass.Key) -> Int {
    let index = freeClasses.popLast() ?? classes.count
    if index == classes.count {
      classes.append(nil)
      appHolds.append(KnownHold())
    }
    classes[index] = RequestClass(key: key)
    appHolds[index] = KnownHold()
    return index
  }

  /// Returns the index of the profile of `gates`; creates the profile, without verdicts, if there is none.
  private mutating func profileIndex(
    of gates: GateProfile, _ kinds: KindRules.ConcurrencyClass
  ) -> Int {
    if let known = profileOfGates[gates] { return known }
    let index = freeProfiles.popLast() ?? profiles.count
    if index == profiles.count { profiles.append(nil) }
    profiles[index] = Profile(gates: gates, kinds: kinds)
    profileOfGates[gates] = index
    return index
  }

  /// Adds the request in `slot` to the class at `index`; returns its position there.
  mutating func append(_ slot: Int, to index: Int) -> Int {
    if let profile = classes[index]?.key.profile { profiles[profile]?.recheckTime = nil }
    return classes[index]?.append(slot) ?? 0
  }

  /// Removes the request at `position` from the class at `index`, and the class if it is empty then. Returns the slot
  /// of the request that has moved to `position`; `nil` if none has.
  mutating func remove(at position: Int, from index: Int) -> Int? {
    let moved = classes[index]?.remove(at: position)
    if classes[index]?.slots.isEmpty == true { removeClass(index) }
    return moved
  }

  /// Removes an empty class, and its profile if that has no other class. Their indices are used again.
  private mutating func removeClass(_ index: Int) {
    guard let removed = classes[index] else { return }
    let key = removed.key
    classes[index] = nil
    classOfKey[key] = nil
    if let app = removed.app { removeClass(index, of: app) }
    freeClasses.append(index)
    profiles[key.profile]?.classes.removeAll { $0 == index }
    guard let profile = profiles[key.profile], profile.classes.isEmpty else { return }
    profiles[key.profile] = nil
    profileOfGates[profile.gates] = nil
    freeProfiles.append(key.profile)
  }

  /// Removes the class at `index`, which no longer exists, from the classes of its app.
  private mutating func removeClass(_ index: Int, of app: AppKey) {
    classesOfApp[app]?.removeAll { $0 == index }
    if classesOfApp[app]?.isEmpty == true { classesOfApp[app] = nil }
  }
}

// Results that stay valid for a while.
extension ClassTable {
  /// Stores the device's verdicts for the requests of the profile.
  mutating func set(_ verdicts: PolicyVerdicts, of profile: Int) {
    profiles[profile]?.deviceVerdicts = verdicts
  }

  /// Stores the time for which no class of the profile need be evaluated, and the search to which it refers.
  mutating func set(_ recheckTime: RecheckTime, _ search: PriceSearch?, of profile: Int) {
    profiles[profile]?.recheckTime = recheckTime
    profiles[profile]?.recheckSearch = search
  }

  /// Stores the search for the next moment at which a request of the profile may be worth its price.
  mutating func set(nextPrice: PriceSearch, of profile: Int) {
    profiles[profile]?.nextPrice = nextPrice
  }

  /// Stores the result of a comparison of worths with the price for the classes of the profile.
  mutating func set(_ comparison: PriceComparison, of profile: Int) {
    profiles[profile]?.comparison = comparison
  }

  /// Returns the hold of the class; `nil` if it must be evaluated.
  func hold(of index: Int) -> AppHold? { appHolds[index].isKnown ? appHolds[index].hold : nil }

  /// Stores `hold`, during which no request of the class at `index` can start because of its app.
  ///
  /// - Parameter app: The app's values for its price; `nil` unless the class waits for its price.
  mutating func set(_ hold: AppHold, of index: Int, _ app: PricedApp?) {
    guard let profile = classes[index]?.key.profile else { return }
    // The next price of the profile did not yet include a class that has just begun to wait for its price.
    if hold.awaitsPrice && hold != appHolds[index].hold { profiles[profile]?.nextPrice = nil }
    appHolds[index] = KnownHold(hold: hold, isKnown: true)
    if let app { apps.put(app, at: index) }
  }

  /// Returns whether `valuation` affords a refresh of the app of the class. The class is held for its price and
  /// unchanged since.
  func affords(_ index: Int, _ valuation: inout BatchValuation) -> Bool {
    valuation.affords(apps.all[index])
  }

  /// Returns the classes of `classes` that wait only for their price at `moment`, and whose refresh is worth it then.
  func affordable(
    _ classes: [Int], at moment: WallTime, _ valuation: inout BatchValuation
  ) -> [Int] {
    let waiting = classes.lazy.filter { hold(of: $0)?.awaitsOnlyPrice(at: moment) == true }
    return valuation.affordable(waiting, of: apps, onlySome: false)
  }

  /// Returns a search for the first slot after `now` at which one of `classes` that are held for their price is worth
  /// it.
  func priceSearch(_ classes: [Int], _ context: Context, after now: Instant) -> PriceSearch {
    let waiting = classes.compactMap { index -> PriceSearch.WaitingClass? in
      guard let hold = hold(of: index), hold.awaitsPrice else { return nil }
      return PriceSearch.WaitingClass(index: index, heldUntil: hold.ends)
    }
    return PriceSearch(waiting, of: apps, context, after: now)
  }

  /// Notes that the verdicts for `app` may have changed, so that its classes are evaluated again. Returns the kinds of
  /// these classes, as classes of kinds that share slots; some more than once.
  mutating func touch(_ app: AppKey) -> [KindRules.ConcurrencyClass] {
    guard let touched = classesOfApp[app] else { return [] }
    return touched.compactMap { index in
      appHolds[index].isKnown = false
      guard let profile = classes[index]?.key.profile else { return nil }
      profiles[profile]?.recheckTime = nil
      return profiles[profile]?.kinds
    }
  }

  /// Notes that the verdicts for every app may have changed.
  mutating func touchApps() {
    for index in appHolds.indices { appHolds[index].isKnown = false }
  }

  /// Discards the stored comparisons of worths and prices and the times of the next ones, since worths or costs may
  /// have changed.
  mutating func touchPrices() {
    for index in profiles.indices {
      profiles[index]?.recheckTime = nil
      profiles[index]?.recheckSearch = nil
      profiles[index]?.nextPrice = nil
      profiles[index]?.comparison = nil
    }
  }
}
