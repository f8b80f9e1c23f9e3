// Submissions of requests that follow other requests.
extension Context {
  /// The state of a request that another one is to follow.
  private enum PredecessorState {
    /// Queued; without a request if it was cancelled, and only its run continues.
    case queued(Request?)
    case completed
    case failed
    case unknown
  }

  /// Makes a submitted request wait for the requests that it follows. Predecessors that have already ended, or whose
  /// end the replaced request `old` has noted, are not awaited. Releases the request if it awaits none.
  ///
  /// - Parameter submission: The submission that the request was made from; `nil` if it is queued again after a
  ///   permanent failure.
  /// - Parameter windowLength: The time from the opening of the submitted window to its latest date; `nil` if it has
  ///   none.
  /// - Throws: A refusal if a predecessor is unknown, has failed, or follows the request itself.
  func awaitPredecessors(
    _ request: inout Request, replacing old: Request?, _ submission: Submission?,
    windowLength: Duration?, beside requests: PendingRequests, at now: WallTime
  ) throws(Refusal) {
    guard request.isDependent else { return }
    try checkCycle(of: request, requests)
    let oldProgress = old?.progress.predecessors
    let followsSame = old?.terms.needs.predecessors == request.terms.needs.predecessors
    // A submission that amends nothing replaces the old request by a new one.
    let isResubmitted = submission != nil && submission?.amendment == nil
    var restartsWait = !followsSame
    var progress = PredecessorProgress(earliest: request.window.opens)
    for id in request.terms.needs.predecessors.all {
      // The old request had noted this end, or was released after the ends of the same predecessors.
      let wasNoted = old?.hasNotedEnd(of: id, sufficientFor: request) == true
      let hadEnded = wasNoted || followsSame && oldProgress?.released != nil
      switch predecessorState(of: id, for: request, requests) {
      case .queued(let predecessor):
        let repeats = predecessor?.isStanding == true
        if repeats { progress.repeating.append(id) }
        // The predecessor was submitted after the old request, so the request follows its next end.
        let isNewer = old.map { $0.sequence < predecessor?.sequence ?? 0 } ?? false
        let followsNew = isResubmitted && !repeats && isNewer
        if followsNew { restartsWait = true }
        if wasNoted, !followsNew { progress.ended.append(id) }
      case .completed: progress.ended.append(id)
      // For a predecessor of `toEnd`, a failure is an end as well.
      case .failed where hadEnded || request.terms.needs.predecessors.toEnd.contains(id):
        progress.ended.append(id)
      // It had ended before, and is forgotten since.
      case .unknown where hadEnded: progress.ended.append(id)
      case .failed: throw .failedPredecessor(id, of: request)
      case .unknown: throw .unknownPredecessor(id, of: request, ids(of: request.key, requests))
      }
    }
    if request.terms.declaration != nil, progress.repeating.isEmpty {
      throw .followsOnce(request)
    }
    let amendment = submission?.amendment
    if amendment?.keepsEarliest == true, let oldProgress {
      progress.earliest = oldProgress.earliest
    }
    progress.latestAfter = latestAfterOpening(
      of: request.window, submission, old, isRepeated: !progress.repeating.isEmpty, windowLength,
      at: now)
    if !restartsWait, let old, let released = oldProgress?.released {
      progress.released = released
      // The window of the release stays.
      if amendment?.keepsEarliest == true { request.window.opens = old.window.opens }
      if amendment?.keepsLatest == true { request.window.latest = old.window.latest }
    }
    request.progress.predecessors = progress
    if progress.released == nil {
      if progress.latestAfter != nil { request.window.latest = nil }
      request.release(at: now)
    }
  }

  /// Returns the time from the opening of the window, at the end of the last predecessor, to the latest date. `nil` if
  /// the latest date is a fixed date, or if there is none.
  ///
  /// - Parameter window: The window after a change of `old`, which can have kept its opening.
  /// - Parameter submission: As for `awaitPredecessors`, like `old` and `windowLength`.
  /// - Parameter isRepeated: Whether a predecessor repeats, so that the request has a window after each of its ends.
  private func latestAfterOpening(
    of window: Window, _ submission: Submission?, _ old: Request?, isRepeated: Bool,
    _ windowLength: Duration?, at now: WallTime
  ) -> Duration? {
    let keepsLatest = submission == nil || submission?.amendment?.keepsLatest == true
    if keepsLatest {
      if let oldProgress = old?.progress.predecessors { return oldProgress.latestAfter }
      return isRepeated ? old?.latestAfterOpening : nil
    }
    guard submission?.latest != nil else { return windowLength }
    let isFixedDate = !isRepeated
    if isFixedDate { return nil }
    let keepsEarliest = submission?.amendment?.keepsEarliest == true
    return keepsEarliest ? window.latest.map { $0 - max(window.opens, now) } : windowLength
  }

  /// Returns the state of the predecessor `id` of `request`, which is a command of the same user. While the run of a
  /// cancelled predecessor continues, it counts as queued, but has no request.
  private func predecessorState(
    of id: String, for request: Request, _ requests: PendingRequests
  ) -> PredecessorState {
    let key = RequestKey(owner: request.key.owner, app: nil, id: id)
    if let queued = requests.table.shared(key)?.value { return .queued(queued) }
    if runs.isRunning(key) { return .queued(nil) }
    if requests.failed[key] != nil { return .failed }
    return requests.dependents.hasCompleted(key) ? .completed : .unknown
  }

  /// Throws a refusal if one of the predecessors of `request`, directly or through other requests, follows it.
  private func checkCycle(of request: Request, _ requests: PendingRequests) throws(Refusal) {
    // A request that none follows can only follow itself directly.
    let isFollowed = !requests.dependents.requests(after: request.key).isEmpty
    guard isFollowed || request.predecessorKeys.contains(request.key) else { return }
    // Each reached request, and the request that follows it.
    var followers: [RequestKey: RequestKey] = [:]
    var next = [request]
    while let follower = next.popLast() {
      for key in follower.predecessorKeys where followers[key] == nil {
        followers[key] = follower.key
        if key == request.key { throw .cycle(of: request, followers) }
        if let predecessor = requests.table.shared(key)?.value, predecessor.isDependent {
          next.append(predecessor)
        }
      }
    }
  }

  /// The most requests among which a refusal looks for the id that was meant: a batch can be refused ten thousand
  /// times.
  private static let mostCompared = 100

  /// Returns the ids of queued requests that a request of `key` can follow; none if there are too many to compare.
  private func ids(of key: RequestKey, _ requests: PendingRequests) -> [String] {
    if requests.table.count > Self.mostCompared { return [] }
    return requests.table.all.filter { $0.key.owner == key.owner && $0.key.app == nil }.map(
      \.key.id)
  }
}

extension Refusal {
  /// The number of ids of a cycle that a refusal names.
  private static let namedInCycle = 8

  /// Returns the name of the option by which `request` follows the request `id`.
  private static func field(of id: String, in request: Request) -> String {
    request.terms.needs.predecessors.toEnd.contains(id) ? "afterAny" : "after"
  }

  /// Returns the refusal of a request that would follow an unknown one, with the nearest of the known `ids`.
  fileprivate static func unknownPredecessor(
    _ id: String, of request: Request, _ ids: [String]
  ) -> Refusal {
    let near = Suggestion.nearest(to: id, among: ids).map { " did you mean '\($0)'?" } ?? ""
    return Refusal(
      .notFound, field: field(of: id, in: request), value: id,
      message:
        "request '\(id)', which '\(request.key.id)' would follow, not found;\(near) submit '\(id)'"
        + " first (`rubatoctl list` lists requests)")
  }

  /// Returns the refusal of a request that requires the success of one that has failed.
  fileprivate static func failedPredecessor(_ id: String, of request: Request) -> Refusal {
    Refusal(
      .invalid, field: "after", value: id,
      message: "request '\(id)', which '\(request.key.id)' would follow, has failed; first run:"
        + " rubatoctl retry \(id). To follow '\(id)' anyway, use `afterAny`")
  }

  /// Returns the refusal of a declared task whose predecessors do not repeat: it would run once only.
  fileprivate static func followsOnce(_ request: Request) -> Refusal {
    Refusal(
      .invalid, field: "after", value: request.terms.needs.predecessors.all.joined(separator: ","),
      message: "none of the requests that '\(request.key.id)' would follow repeats, and a task file"
        + " declares work that repeats; to run it once, use: rubatoctl submit")
  }

  /// Returns the refusal of a request that would follow itself.
  ///
  /// - Parameter followers: For each request of the cycle, the request that follows it.
  fileprivate static func cycle(
    of request: Request, _ followers: [RequestKey: RequestKey]
  ) -> Refusal {
    var ids = [request.key.id]
    var key = followers[request.key]
    while let follower = key, follower != request.key {
      ids.append(follower.id)
      key = followers[follower]
    }
    return cycle([request.key.id] + ids.dropFirst().reversed(), of: request.terms)
  }

  /// Returns the refusal of a request with `terms` that would follow itself.
  ///
  /// - Parameter ids: The ids of the cycle, from the request to its predecessors.
  package static func cycle(_ ids: [String], of terms: Terms) -> Refusal {
    var words = ids
    let rest = words.count - namedInCycle
    if rest > 0 { words = words.prefix(namedInCycle) + ["\(rest) more"] }
    words.append(ids[0])
    return Refusal(
      .invalid, field: terms.needs.predecessors.toComplete.isEmpty ? "afterAny" : "after",
      value: ids[0],
      message: "'\(ids[0])' would follow itself: \(words.joined(separator: " after "));"
        + " leave out one of these dependencies")
  }
}

extension Request {
  /// Returns whether it has noted an end of its predecessor `id` that is also sufficient for `other`. If the
  /// predecessor only had to end, it may have failed, which is not sufficient for a request that follows its completion.
  fileprivate func hasNotedEnd(of id: String, sufficientFor other: Request) -> Bool {
    guard progress.predecessors?.ended.contains(id) == true else { return false }
    return !terms.needs.predecessors.toEnd.contains(id)
      || other.terms.needs.predecessors.toEnd.contains(id)
  }
}
