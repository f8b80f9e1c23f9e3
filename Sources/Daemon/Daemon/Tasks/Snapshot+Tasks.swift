import Scheduling

extension Snapshot {
  /// Removes requests that the files no longer declare, before they can start: their program may have been removed with
  /// the file. Requests that are running stay, to be stopped as usual.
  ///
  /// - Returns: The requests that the store must remove.
  mutating func removeUndeclared(_ declared: DeclaredTasks) -> [RequestKey] {
    let running = Set(liveRuns.map(\.key))
    let undeclared = TaskPlan(declared, requests).cancels.map(\.key).filter {
      !running.contains($0)
    }
    guard !undeclared.isEmpty else { return [] }
    // A declared request that follows one of them is submitted again, with the predecessors that its file names now.
    let removed = Set(undeclared)
    let followers = requests.filter { request in
      request.terms.declaration != nil && !running.contains(request.key)
        && request.terms.needs.predecessors.all.contains {
          removed.contains(RequestKey(owner: request.key.owner, app: nil, id: $0))
        }
    }
    let keys = removed.union(followers.map(\.key))
    requests.removeAll { keys.contains($0.key) }
    return keys.sorted()
  }
}
