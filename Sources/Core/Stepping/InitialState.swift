import Scheduling

/// The state with which a daemon starts.
package struct InitialState: Sendable {
  /// The content of the store.
  package var snapshot: Snapshot
  package var settings: Settings
  /// The boot that awake and boot times belong to.
  package var bootID: String
  /// The present difference of the user's clocks to UTC; `nil` if it is unknown.
  package var zoneSeconds: Int?
  /// The state of the runs that the snapshot contains as not ended.
  package var found: [RunID: FoundRun] = [:]
  /// Requests that are no longer in the snapshot, and must still be removed from the store.
  package var undeclared: [RequestKey] = []
  /// The failure commands that the earlier daemon did not start.
  package var failureCommands: [FailureCommand] = []
  /// The machine's measurements; `nil` if no machine is read.
  package var measured: [Measurement]?

  package init(_ snapshot: Snapshot, settings: Settings, bootID: String) {
    self.snapshot = snapshot.valid(in: bootID)
    self.settings = settings
    self.bootID = bootID
  }

  /// The ends of runs and app processes that have ended while no daemon ran, or were not found, as events. The stepper
  /// delivers these events again if the first commit fails.
  var endsWithoutDaemon: [Event] {
    let storedProcesses = Set(snapshot.processes.map(\.id))
    // The end of an app process ends its tasks, so they have no event of their own.
    let runsWithoutProcess = snapshot.liveRuns.filter { run in
      guard let process = run.process else { return true }
      return !storedProcesses.contains(process)
    }
    // A waiting process was never launched, so it has no end.
    let startedProcesses = snapshot.processes.filter { $0.state != .waiting }
    let ids = runsWithoutProcess.map(\.id) + startedProcesses.map(\.id)
    return ids.compactMap { endEvent(of: $0) }
  }

  /// Returns the end of a run or app process as an event; `nil` if it still exists. One that was not found has an
  /// unexplained end.
  private func endEvent(of id: RunID) -> Event? {
    switch found[id] {
    case .alive, .ending: return nil
    case .ended(let processExit): return .runEnded(id, processExit)
    case nil: return .runEnded(id, .unexplained)
    }
  }
}

extension Snapshot {
  /// Returns the snapshot as it is valid in the boot `boot`. If it was recorded in another boot, the set device values
  /// and the delays by awake time are removed, since they are valid only until the next boot.
  func valid(in boot: String) -> Snapshot {
    guard bootID != boot else { return self }
    var valid = self
    valid.device = DeviceState()
    for index in valid.requests.indices { valid.requests[index].progress.backoffUntil = nil }
    return valid
  }
}
