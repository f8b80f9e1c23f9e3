import Scheduling

/// Every request, run and failure command that is written is one that the store accepts when it is read again: all its
/// numbers are within their bounds.
final class WhatIsStoredCanBeRead: Checker {
  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for change in changes {
      switch change {
      case .putRequest(let request):
        guard let misfit = request.misfit else { continue }
        life.fail(self, "\(request.key.id) of user \(request.key.owner) cannot be read: \(misfit)")
      case .putRun(let run):
        guard let misfit = run.misfit else { continue }
        life.fail(self, "run \(run.id) of \(run.key.id) cannot be read: \(misfit)")
      case .putFailureCommand(let command):
        guard let misfit = command.misfit else { continue }
        life.fail(self, "the failure command of \(command.key.id) cannot be read: \(misfit)")
      default: break
      }
    }
  }
}
