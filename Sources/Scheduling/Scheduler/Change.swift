/// What one event changes of what must survive: the store commits all changes of a batch at once.
package indirect enum Change: Hashable, Sendable {
  case putRequest(Request)
  case removeRequest(RequestKey)
  case putApp(App)
  case removeApp(AppKey)
  /// A run begins, moves on or ends; the store keeps a bounded number of ended ones.
  case putRun(Run)
  /// New values of device fields, for the bounded history, and the state that results.
  case device([DeviceValue], DeviceState, at: WallTime)
  /// What is held against what the machine tells.
  case hold(DeviceHold)
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
  /// The next run id and request sequence; above all that were ever used.
  package var nextRun: RunID = 1
  package var nextSequence: Int64 = 1
  package var device = DeviceState()
  package var hold = DeviceHold()
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
