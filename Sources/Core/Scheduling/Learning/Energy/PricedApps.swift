/// The apps whose classes are held for their price, by class, each in its present state.
struct PricedApps: Sendable {
  private(set) var all: [PricedApp] = []
  /// The same habits, eight at a time.
  private(set) var lanes: [HabitLanes] = []

  /// Replaces the app of the class `index`. If the lists are too short, extends them by apps that were never opened.
  mutating func put(_ app: PricedApp, at index: Int) {
    // Often the same: the lists may be shared with a search.
    let hasSameHabit = index < all.count && all[index].habit == app.habit
    if hasSameHabit, all[index].owner == app.owner, all[index].lastRefreshed == app.lastRefreshed {
      return
    }
    while all.count <= index { all.append(PricedApp()) }
    while lanes.count * HabitLanes.count <= index { lanes.append(HabitLanes()) }
    all[index] = app
    // An app that was only refreshed keeps its lane.
    if hasSameHabit { return }
    let (group, lane) = index.quotientAndRemainder(dividingBy: HabitLanes.count)
    lanes[group].setHabit(app.habit, inLane: lane)
  }
}

/// The parts of an app that its worth depends on, while its class is held: it has not changed since.
struct PricedApp: Hashable, Sendable {
  var owner: UInt32 = 0
  var habit = AppHabit()
  var lastRefreshed: LocalTime?
}
