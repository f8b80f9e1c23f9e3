import Scheduling

/// A request without retries after its own failure (`retryOn` is `abnormal`) is removed in the commit that records the
/// failure.
final class FinalFailuresEnd: Checker {
  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for case .putRun(let run) in changes where run.ending?.outcome == .failed && !run.isForced {
      guard let request = record.requests[run.key], request.sequence == run.sequence,
        request.terms.run.retryOn == .abnormal, !request.isStanding
      else { continue }
      if !ends(request, changes) {
        life.fail(self, "\(run.key.id) is tried again after run \(run.id) has failed for good")
      }
    }
  }

  /// Another request may take its name in the same commit.
  private func ends(_ request: Request, _ changes: [Change]) -> Bool {
    changes.contains { change in
      switch change {
      case .removeRequest(let key): key == request.key
      case .putRequest(let other): other.key == request.key && other.sequence > request.sequence
      default: false
      }
    }
  }
}
