// Requests that follow predecessors: they are released, or fail with their predecessors.
extension Scheduler {
  /// Collects the end of a request for the requests that follow it. `notePredecessorEnds` delivers it before the event
  /// is done.
  mutating func noteEnd(of key: RequestKey, _ end: PredecessorEnd) {
    if requests.dependents.isEmpty { return }
    predecessorEnds.append((key, end))
  }

  /// Collects the end of a request that its ended run `entry` has caused, for the requests that follow it: completed,
  /// gone, or its window given up. Remembers a completed request that does not repeat. Called after the fate of the
  /// request was applied. Collects nothing if the request is still to be tried.
  ///
  /// - Parameter requestAtEnd: The request of the run's key when the run ended; `nil` if it did not exist any more.
  mutating func notePredecessorEnd(
    of entry: ActiveRun, _ ending: Ending, _ requestAtEnd: Request?
  ) {
    let key = entry.run.key
    let presentRequest = requests.table.shared(key)?.value
    if ending.consequence(isWhole: !entry.hasNextStep) == .satisfied {
      // A request that was submitted during the run has not completed: it waits for its own run. If it repeats at the
      // same times, it continues the old one, and the run was also for it.
      let wasReplaced = requestAtEnd.map { $0.sequence != entry.run.sequence } ?? false
      let continuesExecuted = requestAtEnd?.keepsTime(with: entry.request) == true
      if wasReplaced, !continuesExecuted { return }
      // It is no longer queued, but requests that are submitted later may follow it.
      if presentRequest == nil { requests.noteCompleted(key) }
      noteEnd(of: key, .completed)
    } else if requestAtEnd == nil, presentRequest == nil {
      // It was cancelled during the run.
      noteEnd(of: key, .gone)
    } else if let presentRequest, Request.isGivenUp(requestAtEnd, presentRequest),
      // A user can release a quarantined request, which then runs for the same window.
      !presentRequest.progress.checkpoint.isQuarantined
    {
      noteEnd(of: key, .windowGivenUp)
    }
    // A request that was given up permanently is removed, which has noted its end (`remove`).
  }

  /// Releases the requests that follow the collected ends, and fails those whose predecessor can no longer end as
  /// required. Such a failure is an end as well, and is handled before the return.
  mutating func notePredecessorEnds(at now: Instant) {
    while !predecessorEnds.isEmpty {
      // Cleared first, since the failures below collect further ends.
      let ends = predecessorEnds
      predecessorEnds = []
      for (key, end) in ends {
        // A request that is still queued runs again.
        let repeats = requests.table.shared(key) != nil
        for dependent in requests.dependents.requests(after: key) {
          guard var request = requests[dependent] else { continue }
          if request.notePredecessorEnd(end, of: key.id, repeats: repeats, at: now.wall) {
            put(request)
          }
          failIfPredecessorLost(dependent, at: now)
        }
      }
    }
  }

  /// Fails the request of `key` permanently if it waits for a predecessor that can no longer end as required. A running
  /// one is failed after its run.
  mutating func failIfPredecessorLost(_ key: RequestKey, at now: Instant) {
    guard var request = requests[key], request.hasLostPredecessor, !context.runs.isRunning(key)
    else { return }
    let lostID = request.progress.predecessors?.failed ?? ""
    guard requests.table.shared(RequestKey(owner: key.owner, app: nil, id: lostID)) == nil else {
      // The predecessor was submitted again meanwhile, so the request follows the new one. Another one can be lost, too.
      let otherLostID = firstLostPredecessor(of: request)
      request.progress.predecessors?.failed = otherLostID
      put(request)
      return failIfPredecessorLost(key, at: now)
    }
    lostDependents.append((key, lostID))
    // It no longer follows the next ends of those that repeat.
    request.progress.predecessors?.repeating = []
    // A run that never started records the failure, for reports and for `rubatoctl runs`.
    var run = Run(
      id: context.runs.makeID(), of: request, budget: context.budgetAsked(of: request),
      grace: context.grace(of: request), started: now, isForced: false)
    var ending = Ending(at: now.wall, outcome: .skipped, stopReason: .dependencyFailed)
    ending.message = request.lossText(requests.failed)
    effects += run.apply(.end(ending), at: now.awake)
    reportFailure(
      FailureReport(
        run: run, lastRun: context.runs.lastRun(of: key)?.id ?? run.id,
        attempts: request.progress.attempts, isFinal: true), of: request)
    giveUp(request, after: run, .dependencyFailed)
  }

  /// Returns the id of the first predecessor that must still complete, and is neither queued nor runs; `nil` if there is
  /// none.
  private func firstLostPredecessor(of request: Request) -> String? {
    request.awaitedPredecessors.first { id in
      let key = RequestKey(owner: request.key.owner, app: nil, id: id)
      return !request.terms.needs.predecessors.toEnd.contains(id)
        && requests.table.shared(key) == nil && !context.runs.isRunning(key)
    }
  }

  /// Lets the requests that follow a newly submitted request repeat with it, if it repeats: the one that they followed
  /// before was cancelled during their run, or did not repeat. A request that has its end from an earlier completion, and
  /// did not repeat with it, stays as it is.
  mutating func noteRepetition(of submitted: Request) {
    // A list in place of recursion: a chain can have thousands of items.
    var predecessors = [submitted]
    while let predecessor = predecessors.popLast() {
      guard predecessor.isStanding, predecessor.key.app == nil else { continue }
      let id = predecessor.key.id
      for dependent in requests.dependents.requests(after: predecessor.key) {
        guard var follower = requests[dependent], let known = follower.progress.predecessors,
          !known.repeating.contains(id)
        else { continue }
        let executed = context.runs.active[dependent]?.request
        let repeatedAtStart = executed?.progress.predecessors?.repeating.contains(id) == true
        if known.ended.contains(id), !repeatedAtStart { continue }
        let stoodAlready = follower.isStanding
        follower.progress.predecessors?.repeating.append(id)
        put(follower)
        if !stoodAlready { predecessors.append(follower) }
      }
    }
  }

  /// Returns the requests that have failed in this event because `key` was cancelled: those that follow it, and those
  /// that follow these.
  func failedWith(_ key: RequestKey) -> [RequestKey] {
    // In the order in which they failed, a predecessor precedes its dependents.
    var lostIDs: Set = [key.id]
    return lostDependents.compactMap { dependent, predecessor in
      guard key.app == nil, dependent.owner == key.owner, lostIDs.contains(predecessor) else {
        return nil
      }
      if dependent.app == nil { lostIDs.insert(dependent.id) }
      return dependent
    }
  }

  /// Collects the predecessors that a damaged or edited store no longer has: the requests that follow them would wait
  /// forever.
  mutating func noteLostPredecessors() {
    for key in requests.dependents.predecessors
    where requests.table.shared(key) == nil && !context.runs.isRunning(key) {
      noteEnd(of: key, .gone)
    }
  }
}

extension Request {
  /// Returns the sentence that names the lost predecessor.
  fileprivate func lossText(_ failed: FailedRequests) -> String {
    let id = progress.predecessors?.failed ?? ""
    let hasFailed = failed[RequestKey(owner: key.owner, app: nil, id: id)] != nil
    return "'\(id)', which it follows, \(hasFailed ? "has failed" : "was cancelled")"
  }
}
