import Scheduling
import Store

/// A store in memory on a bad disk, for a daemon that may die at any moment.
///
/// One thread uses it, as one queue does in the daemon.
final class FaultyStore: Store {
  private let memory = MemoryStore(
    limits: HistoryLimits(runsPerKey: 4, runs: 64, deviceEvents: 64, slack: 64))
  /// The durable state, from commits.
  private(set) var record = Record()
  /// The time until which the disk is full.
  var fullUntil: AwakeTime?
  /// The number of commits that fail although there is space.
  var failures = 0
  /// The number of loads that fail.
  var unreadable = 0
  /// The injected bug.
  var injectedBug: InjectedBug?
  private var commits = 0
  /// Called before a commit and after it is durable. Returns whether the daemon is alive.
  var lives: () -> Bool = { true }
  /// Called with every durable commit, before the daemon gets its answer.
  var hear: ([Change], Record) -> Void = { _, _ in }

  func commit(_ changes: [Change], at instant: Instant, bootID: String) throws(StoreError) {
    guard lives() else { throw .closed }
    if let fullUntil, instant.awake < fullUntil { throw .full(path: "/somewhere") }
    if failures > 0 {
      failures -= 1
      throw .failed(path: "/somewhere", code: 10, reason: "disk I/O error")
    }
    let durable = kept(changes)
    try memory.commit(durable, at: instant, bootID: bootID)
    hear(durable, record)
    for change in durable { record.apply(change) }
    // The commit is durable, although a daemon that has died meanwhile gets no answer.
    guard lives() else { throw .closed }
  }

  /// Returns the changes that a store with an injected bug keeps.
  private func kept(_ changes: [Change]) -> [Change] {
    if injectedBug == .periodicEnds { return ending(changes) }
    if injectedBug == .shiftedDate { return changes.map(shifted) }
    if injectedBug == .earlyRelease { return changes.map(released) }
    if injectedBug == .tornBatch { return torn(changes) }
    guard injectedBug == .lostPersist else { return changes }
    commits += 1
    guard commits % 100 == 0 else { return changes }
    return Array(changes.dropLast())
  }

  /// Returns the changes of a store that ends a repeating request with a run that has failed.
  private func ending(_ changes: [Change]) -> [Change] {
    let failed = changes.compactMap { change in
      if case .putRun(let run) = change, run.ending?.outcome == .failed { run.key } else { nil }
    }
    return changes.map { change in
      guard case .putRequest(let request) = change, request.isStanding,
        failed.contains(request.key)
      else { return change }
      return .removeRequest(request.key)
    }
  }

  /// Returns the changes without the last new request of a batch, unless that is the first request of its batch.
  private func torn(_ changes: [Change]) -> [Change] {
    let last = changes.lastIndex { change in
      guard case .putRequest(let request) = change, let mark = BatchMark(request.terms.command)
      else { return false }
      return mark.index > 0 && record.requests[request.key]?.sequence != request.sequence
    }
    return changes.indices.filter { $0 != last }.map { changes[$0] }
  }

  /// Returns the change with the window of a calendar one second after its date.
  private func shifted(_ change: Change) -> Change {
    guard case .putRequest(var request) = change, !request.terms.calendar.isEmpty else {
      return change
    }
    request.window.opens = request.window.opens + .seconds(1)
    return .putRequest(request)
  }

  /// Returns the change with a request released that follows other requests.
  private func released(_ change: Change) -> Change {
    guard case .putRequest(var request) = change, request.isDependent,
      request.progress.predecessors?.released == nil
    else { return change }
    let submitted = request.submitted
    request.progress.predecessors?.released = submitted
    return .putRequest(request)
  }

  func load() throws(StoreError) -> Snapshot {
    if unreadable > 0 {
      unreadable -= 1
      throw .damaged(path: "/somewhere", reason: "it cannot be read")
    }
    return try memory.load()
  }

  func runs(_ query: RunQuery) throws(StoreError) -> [Run] { try memory.runs(query) }
  func deviceHistory(limit: Int) throws(StoreError) -> [DeviceEvent] {
    try memory.deviceHistory(limit: limit)
  }
  func past(_ query: PastQuery) throws(StoreError) -> [PastRecord] { try memory.past(query) }
  func failureCommands() throws(StoreError) -> [FailureCommand] { try memory.failureCommands() }
  var canCutByAge: Bool { memory.canCutByAge }
  func close() {}
}
