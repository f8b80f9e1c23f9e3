/// What one event changes of what must survive: the store commits all changes of a batch at once.
package indirect enum Change: Hashable, Sendable {
  case putRequest(Request)
  case removeRequest(RequestKey)
  /// A run executes the request, and it was replaced or removed: the store keeps it until a run of
  /// this sequence has ended.
  case keepExecuted(Request)
  case putApp(App)
  case removeApp(AppKey)
  /// A run begins, moves on or ends; the store keeps a bounded number of ended ones.
  case putRun(Run)
  case putProcess(AppProcess)
  /// Nothing is left of the process of an app.
  case removeProcess(RunID)
  /// New values of device fields, for the bounded history, and the state that results.
  case device([DeviceValue], DeviceState, at: WallTime)
  /// What is held against what the machine tells.
  case hold(DeviceOverride)
  /// How far the user's clocks are ahead of UTC.
  case zone(secondsFromUTC: Int)
  /// Something learned takes the place of what was known under its name.
  case learn(Learned)
}

/// All that a scheduler is made from again.
package struct Snapshot: Hashable, Codable, Sendable {
  package var apps: [App] = []
  package var requests: [Request] = []
  /// Runs without an ending: whatever ran them is gone, unless the launcher says otherwise.
  package var liveRuns: [Run] = []
  /// What those execute that was replaced or removed meanwhile, in the order of sequences.
  package var executed: [Request] = []
  /// The processes of apps that the store believes alive.
  package var processes: [AppProcess] = []
  /// The last run of each name, where it left something to its request (see `LastRuns`).
  package var lastRuns: [Run] = []
  /// The next run id and request sequence; above all that were ever used.
  package var nextRun: RunID = 1
  package var nextSequence: Int64 = 1
  package var device = DeviceState()
  package var hold = DeviceOverride()
  /// How far the user's clocks were ahead of UTC; periods say so for themselves.
  package var zoneSeconds = 0
  /// Whatever was learned, in the order of its names.
  package var learned: [Learned] = []
  /// When the last commit was made; nil in a new store.
  package var lastCommit: Instant?
  /// The boot that `lastCommit` and every awake or boot time belong to.
  package var bootID: String?

  package init() {}
}

extension Snapshot {
  /// As recordings hold it: what older versions did not write is empty.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    apps = try values.decode([App].self, forKey: .apps)
    requests = try values.decode([Request].self, forKey: .requests)
    liveRuns = try values.decode([Run].self, forKey: .liveRuns)
    executed = try values.decodeIfPresent([Request].self, forKey: .executed) ?? []
    processes = try values.decodeIfPresent([AppProcess].self, forKey: .processes) ?? []
    lastRuns = try values.decodeIfPresent([Run].self, forKey: .lastRuns) ?? []
    nextRun = try values.decode(RunID.self, forKey: .nextRun)
    nextSequence = try values.decode(Int64.self, forKey: .nextSequence)
    device = try values.decode(DeviceState.self, forKey: .device)
    hold = try values.decode(DeviceOverride.self, forKey: .hold)
    zoneSeconds = try values.decode(Int.self, forKey: .zoneSeconds)
    learned = try values.decode([Learned].self, forKey: .learned)
    lastCommit = try values.decodeIfPresent(Instant.self, forKey: .lastCommit)
    bootID = try values.decodeIfPresent(String.self, forKey: .bootID)
  }
}
