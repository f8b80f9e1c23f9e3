import Scheduling

// Actions that submit several requests with one call.
extension Plan {
  /// Returns the batch that is submitted with the action `number`, and whether the commit of its step fails; `nil` for
  /// most actions. The batch is drawn from a separate stream, so that the action stays the same.
  func batch(_ number: Int) -> (batch: SubmissionBatch, failsCommit: Bool)? {
    guard mix.isBatching else { return nil }
    var random = RandomSource(seed: seed, stream: UInt64(number) | 1 << 60)
    guard random.isOne(in: 6) else { return nil }
    let owner = random.pick(Self.owners)
    let isAtomic = random.isOne(in: 2)
    let ids = Self.ids.filter { _ in random.isOne(in: 2) } + ["g", "h"]
    var submissions = ids.enumerated().map { index, id in
      var submission = submission(number, &random)
      (submission.owner, submission.id) = (owner, id)
      // A request that keeps a queued request is not stored.
      if isAtomic { submission.ifPending = .replace }
      BatchMark(number: number, index: index).add(to: &submission.terms.command)
      return submission
    }
    // This budget is refused.
    if random.isOne(in: 3) {
      submissions[random.below(submissions.count)].terms.budget = .milliseconds(1)
    }
    let batch = SubmissionBatch(
      owner: owner, submissions, isAtomic: isAtomic, isCounted: random.isOne(in: 2))
    return (batch, random.isOne(in: 4))
  }
}
