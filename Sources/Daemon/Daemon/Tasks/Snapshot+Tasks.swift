import Scheduling

extension Snapshot {
  /// Removes requests that the files no longer declare, before they can start: their program may have been removed with
  /// the file. Requests that are running stay, to be stopped as usual.
  ///
  /// - Returns: The requests that the store must remove.
  mutating func removeUndeclared(_ declared: DeclaredTasks) -> [RequestKey] {
    let running = Set(liveRuns.map(\.key))
    let gone = TaskPlan(declared, requests).cancels.map(\.key).filter { !running.contains($0) }
    guard !gone.isEmpty else { return [] }
    let keys = Set(gone)
    requests.removeAll { keys.contains($0.key) }
    return gone
  }
}
