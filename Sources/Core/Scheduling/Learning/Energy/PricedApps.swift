/// The apps whose classes are held for their price, by class, each as it is meanwhile.
struct PricedApps: Sendable {
  private(set) var all: [PricedApp] = []
  /// Their habits once more, eight at a time.
  private(set) var lanes: [HabitLanes] = []

  /// Puts `app` in the place of what stood at `index`; those between hold apps that were never opened.
  mutating func put(_ app: PricedApp, at index: Int) {
    while all.count <= index { all.append(PricedApp()) }
    while lanes.count * HabitLanes.count <= index { lanes.append(HabitLanes()) }
    all[index] = app
    lanes[index / HabitLanes.count].set(app.habit, in: index % HabitLanes.count)
  }
}

/// As much of an app as its worth depends on, while its class is held: it has not been touched since.
struct PricedApp: Sendable {
  var owner: UInt32 = 0
  var habit = AppHabit()
  var lastRefreshed: LocalTime?
}
