// Several submissions in one event, with one rate and one commit.
extension Scheduler {
  /// Submissions, or a cancellation, that were decided, and are answered once their consequences are settled.
  enum Unanswered {
    case one(Accepted)
    case all([Result<Accepted, Refusal>], Ticket)
    case cancelled(Cancelled)
  }

  /// Throws a refusal if a submit rate forbids `owner` a further batch now.
  package func checkRate(
    of owner: UInt32, isCounted: Bool, at now: Instant
  ) throws(Refusal) {
    try context.checkRate(of: owner, isCounted: isCounted, requests, at: now)
  }

  /// Decides all submissions of a batch, in their order, and returns them for a later answer. If the rate forbids the
  /// batch, or an atomic batch has a refused submission, changes nothing, refuses the batch immediately and returns
  /// `nil`.
  mutating func submit(
    _ batch: SubmissionBatch, _ ticket: Ticket, at now: Instant
  ) -> Unanswered? {
    do throws(Refusal) {
      try context.checkRate(of: batch.owner, isCounted: batch.isCounted, requests, at: now)
      return .all(try decide(batch, ticket, at: now), ticket)
    } catch {
      answer(ticket, .refused(error))
      return nil
    }
  }

  /// Returns the outcome of each submission. The batch counts for the rate even if it is refused, since it was decided;
  /// all submissions of an atomic one up to the refused one then count as refused.
  private mutating func decide(
    _ batch: SubmissionBatch, _ ticket: Ticket, at now: Instant
  ) throws(Refusal) -> [Result<Accepted, Refusal>] {
    // The whole scheduler is restored if a submission of an atomic batch is refused.
    let undecided = batch.isAtomic ? self : nil
    var outcomes: [Result<Accepted, Refusal>] = []
    outcomes.reserveCapacity(batch.submissions.count)
    for (index, submission) in batch.submissions.enumerated() {
      var submission = submission
      // The batch is counted instead.
      submission.isCounted = false
      do throws(Refusal) {
        outcomes.append(.success(try accept(submission, ticket, at: now)))
      } catch {
        if let undecided {
          self = undecided
          requests.noteAccepted(batch, unqueued: index + 1, at: now)
          throw error.inBatch(at: index)
        }
        outcomes.append(.failure(error))
      }
    }
    // A refused submission, and one that replaced a request, adds no request to the queue. The limit of queued requests
    // does not bound them, so the rate counts them also.
    let unqueued = outcomes.count { outcome in
      if case .success(let accepted) = outcome { accepted.replaced } else { true }
    }
    requests.noteAccepted(batch, unqueued: unqueued, at: now)
    return outcomes
  }

  /// Sends the answer to decided submissions or a cancellation. Called at the end of the event. The answer then has the
  /// reasons for which the requests wait, or the requests that have failed with the cancelled one.
  mutating func answer(_ unanswered: Unanswered, at now: Instant) {
    switch unanswered {
    case .one(let accepted):
      answer(accepted.ticket, .accepted(acceptance(of: accepted, at: now)))
    case .all(let outcomes, let ticket):
      let results = outcomes.map { outcome in outcome.map { acceptance(of: $0, at: now) } }
      answer(ticket, .submitted(results))
    case .cancelled(let cancelled):
      let done = Answer.done(stopping: cancelled.stopping, failed: failedWith(cancelled.key))
      effects.insert(.afterCommit(.answer(cancelled.ticket, done)), at: cancelled.answerIndex)
    }
  }
}
