import Scheduling

/// What a daemon begins with.
package struct InitialState: Sendable {
  /// What the store holds.
  package var snapshot: Snapshot
  package var settings: Settings
  /// Names the boot that awake and boot times belong to.
  package var bootID: String
  /// How far the user's clocks are ahead of UTC now; nil where nobody says.
  package var zoneSeconds: Int?
  /// What has become of the runs that the snapshot believes alive.
  package var found: [RunID: FoundRun] = [:]
  /// Requests that are in the snapshot no more, and still have to be removed from the store.
  package var withdrawn: [RequestKey] = []
  /// What the machine tells; nil where none is read.
  package var measured: [Measurement]?

  package init(_ snapshot: Snapshot, settings: Settings, bootID: String) {
    self.snapshot = snapshot.known(in: bootID)
    self.settings = settings
    self.bootID = bootID
  }

  /// The ends of runs that were found, or not found at all, as facts.
  var ends: [Event] {
    let kept = Set(snapshot.processes.map(\.id))
    // A task ends with its process.
    let runs = snapshot.liveRuns.filter { $0.process.map { !kept.contains($0) } ?? true }
    let started = snapshot.processes.filter { $0.state != .waiting }
    return (runs.map(\.id) + started.map(\.id)).compactMap { end(of: $0) }
  }

  /// The end of a run or process; nil where it lives.
  private func end(of id: RunID) -> Event? {
    switch found[id] {
    case .alive, .ending: return nil
    case .ended(let finish): return .runEnded(id, finish)
    case nil: return .runEnded(id, .unexplained)
    }
  }
}

extension Snapshot {
  /// What still means something in a boot. What somebody told of the device holds until the machine is
  /// booted again, and so do delays by its awake time.
  func known(in boot: String) -> Snapshot {
    guard bootID != boot else { return self }
    var known = self
    known.device = DeviceState()
    for index in known.requests.indices { known.requests[index].progress.backoffUntil = nil }
    return known
  }
}
