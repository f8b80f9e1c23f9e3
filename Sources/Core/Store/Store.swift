import Scheduling

/// What outlives the daemon: requests, apps, runs and the device's recent past.
///
/// Used from one serial queue only. A commit is durable when it returns; one that throws has
/// changed nothing, and the store stays usable.
package protocol Store: AnyObject {
  /// All that a scheduler is made from again. Apps come in the order of their keys, requests in that
  /// of their sequences, runs in that of their ids.
  func load() throws(StoreError) -> Snapshot

  /// Makes `changes` durable, all or none, in their order. `instant` is when, and `bootID` names the
  /// boot that its awake and boot readings belong to.
  func commit(_ changes: [Change], at instant: Instant, bootID: String) throws(StoreError)

  /// The runs that `query` asks for, live ones included, newest first.
  func runs(_ query: RunQuery) throws(StoreError) -> [Run]

  /// The `limit` latest values that device fields took, newest first.
  func deviceHistory(limit: Int) throws(StoreError) -> [DeviceEvent]

  /// Lets go of the store; whatever is asked of it afterwards throws `StoreError.closed`.
  func close()
}
