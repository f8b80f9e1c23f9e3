/// Submissions of one user that are decided together and stored with one commit.
package struct SubmissionBatch: Hashable, Codable, Sendable {
  package var owner: UInt32
  /// The submissions. Their own `isCounted` is ignored.
  package var submissions: [Submission]
  /// Whether no submission is accepted if one is refused.
  package var isAtomic: Bool
  /// Whether the batch counts against its owner's submit rates.
  package var isCounted: Bool
  /// The number of further submissions of the call that were refused before the scheduler received them.
  package var refusedBefore = 0

  /// Maximum number of submissions in a call.
  package static let most = 10_000

  /// The number of submissions without a further request, because they replace one or are refused, for which a batch
  /// counts as one further submission: without it, a batch could write the same requests again, or have submissions
  /// refused, at any rate.
  static let unqueuedPerCount = 100

  package init(
    owner: UInt32, _ submissions: [Submission], isAtomic: Bool, isCounted: Bool = false
  ) {
    self.owner = owner
    self.submissions = submissions
    self.isAtomic = isAtomic
    self.isCounted = isCounted
  }

  /// Returns the number of submissions as which the batch counts against the submit rates of its owner: one, and one
  /// more for each `unqueuedPerCount` submissions that added no request.
  ///
  /// - Parameter unqueued: The number of its submissions that replaced requests or were refused.
  func count(unqueued: Int) -> Int {
    // A number from a recording may be out of range, so that the sum could overflow.
    let refused = min(max(refusedBefore, 0), Self.most)
    return 1 + (unqueued + refused) / Self.unqueuedPerCount
  }
}

extension Refusal {
  /// Returns the refusal of a submission in a batch, whose field and message name the submission by its position.
  package func inBatch(at index: Int) -> Refusal {
    var refusal = self
    let place = "submissions[\(index)]"
    refusal.field = field.isEmpty ? place : "\(place).\(field)"
    refusal.message = "\(place): \(message)"
    return refusal
  }
}
