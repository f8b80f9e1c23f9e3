import Scheduling

/// What came of a run's work.
struct WorkDone: Sendable {
  /// Done and not to be done again.
  var saved = Duration.zero
  /// Done in vain.
  var lost = Duration.zero
  /// Items that were finished and kept, where work is in items.
  var items: Int?
  /// The piece of work was finished.
  var isDone = false

  /// Joins what came of the next step.
  mutating func add(_ other: WorkDone) {
    saved += other.saved
    lost += other.lost
    if let more = other.items { items = (items ?? 0) + more }
  }

  func describe(in record: inout RunRecord) {
    record.saved = saved
    record.lost = lost
    record.items = items
    record.isDone = isDone
  }
}

extension ModelWork {
  /// What is left of so much work: all of it after a success, else what the checkpoints hold.
  func kept(of worked: Duration, each: Duration?, isSuccess: Bool) -> WorkDone {
    var done = WorkDone()
    let whole = each.map { $0 > .zero ? Int(worked.nanoseconds / $0.nanoseconds) : 0 }
    let keepsItems = isSuccess || checkpoint == .items
    done.items = whole.map { keepsItems ? $0 : 0 }
    done.saved = isSuccess ? worked : saved(of: worked, (each ?? .zero) * (whole ?? 0))
    done.lost = worked - done.saved
    return done
  }

  private func saved(of worked: Duration, _ items: Duration) -> Duration {
    switch checkpoint {
    case .none: .zero
    case .every(let spacing): spacing * Int(worked.nanoseconds / max(1, spacing.nanoseconds))
    case .items: items
    }
  }
}
