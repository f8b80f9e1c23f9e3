import OrderedCollections

/// How much room there is beside what runs.
struct Room {
  /// Runs that a lane still takes, by its raw value.
  private var free: [Int]
  private var groups: [(owner: UInt32, name: String)] = []

  init(beside live: OrderedDictionary<RunID, Scheduler.Live>, settings: Settings) {
    free = KindRules.Lane.allCases.map { settings.runsAtOnce(in: $0) }
    for index in live.elements.indices {
      let run = live.elements[index].value.run
      free[settings.rules(of: run.kind).lane.rawValue] -= 1
      if let name = live.elements[index].value.request?.group {
        groups.append((run.key.owner, name))
      }
    }
  }

  func has(_ lane: KindRules.Lane) -> Bool { free[lane.rawValue] > 0 }

  /// Whether a run of `group`, of this user, lives.
  func isBusy(_ group: String?, of owner: UInt32) -> Bool {
    guard let group, !groups.isEmpty else { return false }
    return groups.contains { $0.owner == owner && $0.name == group }
  }
}
