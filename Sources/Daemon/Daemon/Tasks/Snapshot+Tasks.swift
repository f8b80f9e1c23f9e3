import Scheduling

extension Snapshot {
  /// Removes requests that the files no longer declare, before they can start: their program may have been removed with
  /// the file. Requests that are running stay, to be stopped as usual.
  ///
  /// - Returns: The requests that the store must remove.
  mutating func removeUndeclared(_ declared: DeclaredTasks) -> [RequestKey] {
    let runningKeys = Set(liveRuns.map(\.key))
    let cancelledKeys = Set(TaskPlan(declared, requests).cancels.map(\.key))
    let undeclared = cancelledKeys.subtracting(runningKeys)
    guard !undeclared.isEmpty else { return [] }
    // A declared request that follows one of them is also removed, since its stored predecessor no longer exists. It is
    // submitted again, with the predecessors that its file names now.
    let followers = requests.filter { request in
      request.terms.declaration != nil && !runningKeys.contains(request.key)
        && request.terms.needs.predecessors.all.contains { id in
          undeclared.contains(RequestKey(owner: request.key.owner, app: nil, id: id))
        }
    }
    let keys = undeclared.union(followers.map(\.key))
    requests.removeAll { keys.contains($0.key) }
    return keys.sorted()
  }
}
