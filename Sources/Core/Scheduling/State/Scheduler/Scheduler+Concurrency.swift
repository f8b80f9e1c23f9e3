// Numbers of simultaneous runs that are set while the daemon runs.
extension Scheduler {
  /// Applies `change` to the numbers of simultaneous runs and answers the caller. Live runs continue, even if there are
  /// more of them now; requests that have room now start.
  mutating func set(
    _ ticket: Ticket, at now: Instant, _ change: (inout Concurrency) throws(Refusal) -> Void
  ) {
    var numbers = context.runs.concurrency
    do throws(Refusal) {
      try change(&numbers)
    } catch {
      return answer(ticket, .refused(error))
    }
    follow(context.runs.set(numbers), at: now)
    answer(ticket, .done(stopping: nil))
  }

  /// The numbers of simultaneous runs that were set while the daemon runs.
  package var concurrency: Concurrency { context.runs.concurrency }

  /// Returns the group of `key`, also if it has no requests.
  package func group(_ key: GroupKey) -> GroupState {
    groups(of: key.owner).first { $0.key == key }
      ?? GroupState(key: key, width: concurrency.width(of: key, settings))
  }

  /// Returns the groups with a set width, queued requests or runs, sorted; only those of `owner` unless it is `nil`.
  package func groups(of owner: UInt32?) -> [GroupState] {
    var all: [GroupKey: GroupState] = [:]
    let numbers = context.runs.concurrency
    func change(_ key: GroupKey, _ change: (inout GroupState) -> Void) {
      if let owner, owner != key.owner { return }
      var state =
        all[key] ?? GroupState(key: key, width: concurrency.width(of: key, settings))
      change(&state)
      all[key] = state
    }
    for key in numbers.widths.keys { change(key) { _ in } }
    for entry in context.runs.active.all {
      guard let name = entry.run.group else { continue }
      change(GroupKey(owner: entry.run.key.owner, name: name)) { $0.running.append(entry.run.key) }
    }
    for request in requests.table.all {
      guard let key = GroupKey(of: request), !context.runs.isRunning(request.key),
        request.progress.gaveUp == nil
      else { continue }
      change(key) { $0.waiting += 1 }
    }
    return all.values.sorted { $0.key < $1.key }
  }
}
