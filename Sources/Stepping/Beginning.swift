import Scheduling

/// What a daemon begins with.
package struct Beginning: Sendable {
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
    self.snapshot = snapshot
    self.settings = settings
    self.bootID = bootID
    // What somebody told of the device holds until the machine is booted again.
    if snapshot.bootID != bootID { self.snapshot.device = DeviceState() }
  }
}
