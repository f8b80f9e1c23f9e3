import Scheduling

extension Snapshot {
  /// Takes out what is declared no more, so that it is not even started: its file may be gone
  /// because its program is. What still runs is left, to be stopped as usual.
  ///
  /// - Returns: What the store has yet to remove.
  mutating func withdraw(_ declared: DeclaredTasks) -> [RequestKey] {
    let running = Set(liveRuns.map(\.key))
    let gone = TaskPlan(declared, requests).cancels.map(\.key).filter { !running.contains($0) }
    guard !gone.isEmpty else { return [] }
    let keys = Set(gone)
    requests.removeAll { keys.contains($0.key) }
    return gone
  }
}
