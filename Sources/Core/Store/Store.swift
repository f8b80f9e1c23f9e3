import Scheduling

/// The persistent data: requests, apps, runs and the device's recent past.
///
/// The store is used from one serial queue only. A commit is durable when it returns. A commit that throws has changed
/// nothing, and the store stays usable.
package protocol Store: AnyObject {
  /// Returns all data that a scheduler is rebuilt from. Apps are in the order of their keys, requests of their
  /// sequences, runs of their ids.
  func load() throws(StoreError) -> Snapshot

  /// Makes `changes` durable, all or none, in their order. `instant` is the time of the commit, and `bootID` names the
  /// boot that its awake and boot readings belong to.
  func commit(_ changes: [Change], at instant: Instant, bootID: String) throws(StoreError)

  /// Returns the runs that match `query`, present ones included, newest first.
  func runs(_ query: RunQuery) throws(StoreError) -> [Run]

  /// Returns the `limit` latest values of device fields, newest first.
  func deviceHistory(limit: Int) throws(StoreError) -> [DeviceEvent]

  /// Returns the entries of the log of the past that match `query`, in the order of their numbers.
  func past(_ query: PastQuery) throws(StoreError) -> [PastRecord]

  /// Returns the failure commands that were not started, in the order of their numbers.
  func failureCommands() throws(StoreError) -> [FailureCommand]

  /// Whether history can be deleted by its age. Not for a day after the wall clock has jumped ahead: the date may be
  /// corrected.
  var canCutByAge: Bool { get }

  /// Closes the store; later calls throw `StoreError.closed`.
  func close()
}
