/// A change of the persistent state. The store commits all changes of a batch at the same time.
package indirect enum Change: Hashable, Sendable {
  case putRequest(Request)
  case removeRequest(RequestKey)
  /// A request that a run executes, and that was replaced or removed: the store keeps it until a run of this sequence
  /// has ended.
  case keepExecuted(Request)
  case putApp(App)
  case removeApp(AppKey)
  /// A run began, changed or ended; the store keeps a bounded number of ended runs.
  case putRun(Run)
  case putProcess(AppProcess)
  /// No part of the process of an app is left.
  case removeProcess(RunID)
  /// New values of device fields, for the bounded history, and the state that results.
  case device([DeviceValue], DeviceState, at: WallTime)
  /// Overrides of the measured device values.
  case override(DeviceOverride)
  /// Seconds by which the user's clocks are ahead of UTC.
  case zone(secondsFromUTC: Int)
  /// A learned value replaces the value of the same name.
  case learn(Learned)
  /// New entries of the bounded log of the past.
  case past([PastEntry])
  /// A failure command will be run.
  case putFailureCommand(FailureCommand)
  /// The failure command with this number was started, or is not run.
  case removeFailureCommand(Int64)
}

/// The persistent state from which a scheduler is recreated.
package struct Snapshot: Hashable, Codable, Sendable {
  package var apps: [App] = []
  package var requests: [Request] = []
  /// Runs without an ending: their processes no longer exist, unless the launcher reports otherwise.
  package var liveRuns: [Run] = []
  /// Requests executed by those runs and replaced or removed meanwhile, in the order of sequences.
  package var executed: [Request] = []
  /// The processes of apps that are alive according to the store.
  package var processes: [AppProcess] = []
  /// The last run of each name, if it left state for its request (see `LastRuns`).
  package var lastRuns: [Run] = []
  /// The next run id and request sequence; greater than every number used before.
  package var nextRun: RunID = 1
  package var nextSequence: Int64 = 1
  package var device = DeviceState()
  package var overrides = DeviceOverride()
  /// Seconds by which the user's clocks were ahead of UTC; periods store their own offset.
  package var zoneSeconds = 0
  /// The learned values, ordered by name.
  package var learned: [Learned] = []
  /// Time of the last commit; `nil` in a new store.
  package var lastCommit: Instant?
  /// The boot of `lastCommit` and of every awake or boot time.
  package var bootID: String?

  /// The names in recordings.
  private enum CodingKeys: String, CodingKey {
    case apps, requests, liveRuns, executed, processes, lastRuns, nextRun, nextSequence, device
    case overrides = "hold"
    case zoneSeconds, learned, lastCommit, bootID
  }

  package init() {}
}

extension Snapshot {
  /// Decodes a snapshot of a recording; fields that older versions did not write are empty.
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
    overrides = try values.decode(DeviceOverride.self, forKey: .overrides)
    zoneSeconds = try values.decode(Int.self, forKey: .zoneSeconds)
    learned = try values.decode([Learned].self, forKey: .learned)
    lastCommit = try values.decodeIfPresent(Instant.self, forKey: .lastCommit)
    bootID = try values.decodeIfPresent(String.self, forKey: .bootID)
  }
}
