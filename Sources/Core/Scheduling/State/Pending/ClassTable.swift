/// What may start as far as its dates are concerned, by what decides about it: a profile is what the device's
/// policies see of requests, a class what those of apps see as well. What each of them said last is kept here.
/// Those that are empty are forgotten.
struct ClassTable: Sendable {
  /// Requests that the device's policies do not tell apart.
  struct Profile: Sendable {
    let gates: GateProfile
    let kinds: KindRules.ConcurrencyClass
    /// Indices of the classes behind it.
    fileprivate(set) var classes: [Int] = []
    /// What the device's policies say to all of them; nil until it was asked for.
    fileprivate(set) var device: PolicyVerdicts?
    /// How long nothing behind it can start for the sake of apps; nil where that is not known.
    fileprivate(set) var until: Until?
    /// When something behind it may be worth its price next; nil where that is not known.
    fileprivate(set) var nextPrice: WallTime?
    /// What was worth its price when that was compared last; nil where that has to be seen.
    fileprivate(set) var comparison: PriceComparison?

    /// Whether something behind it may start: the device permits it, or it is a push, a wake or an alarm, which its
    /// app on the screen gets whatever the device says.
    var isOpen: Bool {
      gates.reachesAppInFront || device?.combination.decision.permits == true
    }
  }

  private var profiles: [Profile?] = []
  private var freeProfiles: [Int] = []
  private var profileOfGates: [GateProfile: Int] = [:]
  private var classes: [RequestClass?] = []
  private var freeClasses: [Int] = []
  private var classOfKey: [RequestClass.Key: Int] = [:]
  private var classesOfApp: [AppKey: [Int]] = [:]
  // By class, apart from it: what is read of all of them at each look holds no counted references.
  private var appHolds: [KnownHold] = []
  private var apps = PricedApps()

  private struct KnownHold: Sendable {
    var hold: AppHold?
    /// Whether it is so still, as far as anybody knows.
    var isKnown = false
  }

  /// One past the highest index of a profile.
  var profileCount: Int { profiles.count }

  func profile(_ index: Int) -> Profile? { profiles[index] }

  /// Whether something behind the profile may start, as far as the device is concerned, and is one of `kinds`.
  func isOpen(_ profile: Int, _ kinds: [KindRules.ConcurrencyClass]) -> Bool {
    profiles[profile].map { $0.isOpen && kinds.contains($0.kinds) } ?? false
  }

  /// The kind of what stands behind the profile, where the device lets some of it start.
  func openKind(_ profile: Int) -> Kind? {
    profiles[profile].flatMap { $0.isOpen ? $0.gates.kind : nil }
  }

  subscript(index: Int) -> RequestClass? { classes[index] }

  /// What the device's policies say to the requests of a class, as long as their windows are at `stage`; nil
  /// where that has to be asked.
  func devicePart(of index: Int, at stage: WindowStage) -> PolicyVerdicts? {
    guard let place = classes[index]?.key.profile, profiles[place]?.gates.stage == stage else {
      return nil
    }
    return profiles[place]?.device
  }

  /// A slot of a request behind the profile: what the device says is the same for all.
  func anySlot(behind profile: Profile) -> Int? {
    profile.classes.first.flatMap { classes[$0]?.slots.first }
  }

  mutating func setFirst(_ slot: Int, of index: Int) {
    classes[index]?.first = slot
  }

  /// The class of `request`, behind the profile of `gates`; made where there is none.
  mutating func index(
    of request: Request, _ gates: GateProfile, _ kinds: KindRules.ConcurrencyClass
  ) -> Int {
    let profile = profileIndex(of: gates, kinds)
    let key = RequestClass.Key(
      profile: profile, owner: request.key.owner, app: request.key.app, group: request.terms.group,
      isObserver: request.terms.task?.category == .observer)
    if let known = classOfKey[key] { return known }
    let index = freeClasses.popLast() ?? classes.count
    if index == classes.count {
      classes.append(nil)
      appHolds.append(KnownHold())
    }
    classes[index] = RequestClass(key: key)
    appHolds[index] = KnownHold()
    classOfKey[key] = index
    profiles[profile]?.classes.append(index)
    profiles[profile]?.until = nil
    if let app = classes[index]?.app { classesOfApp[app, default: []].append(index) }
    return index
  }

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

  /// Puts `slot` into the class; returns its position there.
  mutating func append(_ slot: Int, to index: Int) -> Int {
    if let profile = classes[index]?.key.profile { profiles[profile]?.until = nil }
    return classes[index]?.append(slot) ?? 0
  }

  /// Takes the slot at `position` out of the class; returns the one that has taken its place there.
  mutating func remove(at position: Int, from index: Int) -> Int? {
    let moved = classes[index]?.remove(at: position)
    if classes[index]?.slots.isEmpty == true { removeClass(index) }
    return moved
  }

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

  private mutating func removeClass(_ index: Int, of app: AppKey) {
    classesOfApp[app]?.removeAll { $0 == index }
    if classesOfApp[app]?.isEmpty == true { classesOfApp[app] = nil }
  }
}

// What need not be asked for a while.
extension ClassTable {
  mutating func set(_ part: PolicyVerdicts, of profile: Int) { profiles[profile]?.device = part }

  mutating func set(_ until: Until, of profile: Int) { profiles[profile]?.until = until }

  mutating func set(nextPrice: WallTime, of profile: Int) {
    profiles[profile]?.nextPrice = nextPrice
  }

  mutating func set(_ comparison: PriceComparison, of profile: Int) {
    profiles[profile]?.comparison = comparison
  }

  /// What keeps the class waiting; nil where that has to be seen.
  func hold(of index: Int) -> AppHold? { appHolds[index].isKnown ? appHolds[index].hold : nil }

  /// Nothing of the class can start while `hold` holds.
  ///
  /// - Parameter app: Kept where its price is awaited.
  mutating func hold(_ index: Int, _ hold: AppHold, of app: @autoclosure () -> PricedApp) {
    guard let profile = classes[index]?.key.profile else { return }
    if hold.awaitsPrice && hold != appHolds[index].hold { profiles[profile]?.nextPrice = nil }
    appHolds[index] = KnownHold(hold: hold, isKnown: true)
    if hold.awaitsPrice { apps.put(app(), at: index) }
  }

  /// Those of `classes` that wait for nothing but their price at `moment`.
  func awaitingPrice(_ classes: [Int], at moment: WallTime) -> [Int] {
    classes.filter { hold(of: $0)?.awaitsOnlyPrice(at: moment) == true }
  }

  /// Whether `appraisal` affords a refresh of the app of the class, which is held for its price and as it is meanwhile.
  func affords(_ index: Int, _ appraisal: inout BatchValuation) -> Bool {
    appraisal.affords(apps.all[index])
  }

  /// Those of `classes`, held for their price, that are worth it; no more than the first few where
  /// `onlySome`.
  func affordable(
    _ classes: [Int], _ appraisal: inout BatchValuation, onlySome: Bool = false
  ) -> [Int] {
    appraisal.affordable(classes, of: apps, onlySome: onlySome)
  }

  /// What the policies say of `app` may have changed. Returns the kinds of its classes, some more than once.
  mutating func touch(_ app: AppKey) -> [KindRules.ConcurrencyClass] {
    guard let touched = classesOfApp[app] else { return [] }
    return touched.compactMap { index in
      appHolds[index].isKnown = false
      guard let profile = classes[index]?.key.profile else { return nil }
      profiles[profile]?.until = nil
      return profiles[profile]?.kinds
    }
  }

  /// What the policies say of any app may have changed.
  mutating func touchApps() {
    for index in appHolds.indices { appHolds[index].isKnown = false }
  }

  /// What work is worth, or what it costs, may have changed.
  mutating func touchPrices() {
    for index in profiles.indices {
      profiles[index]?.until = nil
      profiles[index]?.nextPrice = nil
      profiles[index]?.comparison = nil
    }
  }
}
