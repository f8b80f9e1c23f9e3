/// The progress of a request that waits for other requests.
///
/// The end of a predecessor is kept in `ended` until a run begins. An end during a run counts for the next run.
package struct PredecessorProgress: Hashable, Codable, Sendable {
  /// The ids of predecessors that have ended as required since the last run began, and of those that will not run
  /// again.
  package var ended: [String] = []
  /// The ids of predecessors that repeat. The request also repeats while there are any.
  package var repeating: [String] = []
  /// The time at which all predecessors had ended; `nil` while it waits for one.
  package var released: WallTime?
  /// The time before which no run begins.
  package var earliest: WallTime
  /// The time from the release to the latest date; `nil` if the latest date does not depend on the release.
  package var latestAfter: Duration?
  /// The id of a predecessor that can no longer end as required; `nil` if there is none.
  package var failed: String?

  package init(earliest: WallTime) {
    self.earliest = earliest
  }
}

/// The end of a request, for the requests that follow it.
enum PredecessorEnd: Hashable, Sendable {
  /// A run has completed.
  case completed
  /// The predecessor's window was given up after failures; the predecessor waits for its next window.
  case windowGivenUp
  /// The predecessor has failed permanently, was cancelled, or no longer exists.
  case gone
}

extension Request {
  /// Whether the request follows others.
  package var isDependent: Bool { !terms.needs.predecessors.isEmpty }

  /// Whether the request follows others and waits for one of them.
  var awaitsPredecessors: Bool { isDependent && progress.predecessors?.released == nil }

  /// The ids of the predecessors that have not ended since its last run began.
  private var predecessorsLeft: [String] {
    let ended = progress.predecessors?.ended ?? []
    return terms.needs.predecessors.all.filter { !ended.contains($0) }
  }

  /// The ids of the predecessors that it waits for; empty once it may start.
  package var awaitedPredecessors: [String] { awaitsPredecessors ? predecessorsLeft : [] }

  /// Whether the request follows others, and all of them have ended since its last run began.
  var allPredecessorsHaveEnded: Bool { isDependent && predecessorsLeft.isEmpty }

  /// Whether the request waits for a predecessor that can no longer end as required.
  var hasLostPredecessor: Bool { awaitsPredecessors && progress.predecessors?.failed != nil }

  /// Notes the end of the predecessor `id`, and releases the request if it was the last one. Returns whether the
  /// request changed.
  ///
  /// - Parameter repeats: Whether the predecessor waits for its next run.
  mutating func notePredecessorEnd(
    _ end: PredecessorEnd, of id: String, repeats: Bool, at now: WallTime
  ) -> Bool {
    guard var known = progress.predecessors else { return false }
    if !repeats { known.repeating.removeAll { $0 == id } }
    // Any end is sufficient for a predecessor in `toEnd`; the others must complete.
    let mustComplete = !terms.needs.predecessors.toEnd.contains(id)
    let hasEnded = known.ended.contains(id)
    switch end {
    // It can still complete in its next window.
    case .windowGivenUp where mustComplete: break
    case .gone where mustComplete:
      // It may have completed before it was removed.
      if !hasEnded { known.failed = known.failed ?? id }
    case .completed, .windowGivenUp, .gone:
      if !hasEnded { known.ended.append(id) }
    }
    guard known != progress.predecessors else { return false }
    progress.predecessors = known
    release(at: now)
    return true
  }

  /// Lets the request start if all its predecessors have ended, and opens its window. Does nothing if it waits for one.
  mutating func release(at now: WallTime) {
    guard awaitsPredecessors, awaitedPredecessors.isEmpty, let known = progress.predecessors else {
      return
    }
    progress.predecessors?.released = now
    // A latest date that its user gave as a date does not depend on the release. Then the window stays as it is.
    guard known.latestAfter != nil || window.latest == nil else { return }
    window.opens = max(known.earliest, now)
    window.latest = known.latestAfter.map { window.opens + $0 }
  }

  /// Removes the ends that the run which begins now is for. A run that was forced before the release is for none.
  mutating func beginRunAfterPredecessors() {
    guard let known = progress.predecessors, known.released != nil else { return }
    // A predecessor that does not repeat will not end again, so it counts as ended for all later runs.
    progress.predecessors?.ended.removeAll(where: known.repeating.contains)
  }

  /// Returns the request after it is done with the ends that released it: waiting for the next ones, or released by
  /// those during its run. Returns a request that follows no other unchanged.
  func awaitingNextPredecessors(at now: WallTime) -> Request {
    guard let known = progress.predecessors else { return self }
    var waiting = withAllTries
    waiting.progress.predecessors?.released = nil
    waiting.window.opens = known.earliest
    waiting.window.latest = nil
    waiting.release(at: now)
    return waiting
  }
}
