// Numbers of simultaneous runs that are set while the daemon runs.
extension Scheduler {
  /// Handles an event that sets the width of a group, or the slots of a class of kinds.
  mutating func setNumbers(_ event: Event, at now: Instant) {
    switch event {
    case .setWidth(let width, let group, let ticket):
      changeNumbers(ticket, at: now) { concurrency throws(Refusal) in
        try concurrency.setWidth(width, of: group)
      }
    case .setSlots(let numbers, let kinds, let isReset, let ticket):
      changeNumbers(ticket, at: now) { concurrency throws(Refusal) in
        try concurrency.setSlots(numbers, of: kinds, isReset: isReset)
      }
    default: break
    }
  }

  /// Applies `change` to the numbers of simultaneous runs and answers the caller. Live runs continue, even if there are
  /// more of them now; requests that have room now start.
  private mutating func changeNumbers(
    _ ticket: Ticket, at now: Instant, _ change: (inout Concurrency) throws(Refusal) -> Void
  ) {
    var numbers = context.runs.concurrency
    do throws(Refusal) {
      try change(&numbers)
    } catch {
      return answer(ticket, .refused(error))
    }
    follow(context.runs.set(numbers, at: now.wall), at: now)
    answer(ticket, .done(stopping: nil))
  }

  /// Returns the numbers of simultaneous runs with the width that `submission` gives to its group; `nil` if they stay
  /// as they are. Throws a refusal if the width is not allowed, or if there is no group.
  func numbers(givenBy submission: Submission) throws(Refusal) -> Concurrency? {
    guard let width = submission.groupWidth else { return nil }
    guard let name = submission.terms.group else {
      throw Refusal(
        field: "groupWidth", value: String(width), allowed: "a width only together with a group")
    }
    var numbers = concurrency
    let group = GroupKey(owner: submission.owner, name: name)
    try numbers.setWidth(width, of: group, field: "groupWidth")
    return numbers == concurrency ? nil : numbers
  }

  /// The numbers of simultaneous runs that were set while the daemon runs.
  package var concurrency: Concurrency { context.runs.concurrency }

  /// Returns the group of `key`, also if it has no requests.
  package func group(_ key: GroupKey) -> GroupState {
    groups(of: key.owner).first { $0.key == key }
      ?? GroupState(key: key, width: concurrency.width(of: key, settings))
  }

  /// Returns the groups with a set width, queued requests or runs, sorted; only groups of `owner` unless it is `nil`.
  package func groups(of owner: UInt32?) -> [GroupState] {
    var stateOfGroup: [GroupKey: GroupState] = [:]
    /// Changes the state of a group, which is added if it is new. Ignores a group of another user.
    func update(_ key: GroupKey, _ change: (inout GroupState) -> Void) {
      if let owner, owner != key.owner { return }
      var state =
        stateOfGroup[key] ?? GroupState(key: key, width: concurrency.width(of: key, settings))
      change(&state)
      stateOfGroup[key] = state
    }
    // A group with a set width is listed even without requests.
    for key in concurrency.groups { update(key) { _ in } }
    for entry in context.runs.active.all {
      guard let name = entry.run.group else { continue }
      update(GroupKey(owner: entry.run.key.owner, name: name)) { $0.running.append(entry.run.key) }
    }
    for request in requests.table.all {
      guard let key = GroupKey(of: request), !context.runs.isRunning(request.key),
        request.progress.gaveUp == nil
      else { continue }
      update(key) { $0.waiting += 1 }
    }
    return stateOfGroup.keys.sorted().compactMap { stateOfGroup[$0] }
  }
}
