import Scheduling

/// The work done in a run.
struct WorkDone: Sendable {
  /// The work that will not be repeated.
  var saved = Duration.zero
  /// The lost work.
  var lost = Duration.zero
  /// The items that were finished and kept; `nil` if the work has no items.
  var items: Int?
  /// Whether the piece of work was finished.
  var isDone = false

  /// Adds the work of the next step of the same run; `isDone` is unchanged.
  mutating func add(_ other: WorkDone) {
    saved += other.saved
    lost += other.lost
    if let more = other.items { items = (items ?? 0) + more }
  }

  /// Copies the work into the record of its run.
  func write(to record: inout RunRecord) {
    record.saved = saved
    record.lost = lost
    record.items = items
    record.isDone = isDone
  }
}

extension ModelWork {
  /// Divides the work of a run or a step into the saved and the lost part. All of it is saved after a success,
  /// otherwise the part up to the last checkpoint.
  ///
  /// - Parameters:
  ///   - worked: The time worked, without the cold start.
  ///   - each: The time for each item; `nil` if the work has no items.
  func kept(of worked: Duration, each: Duration?, isSuccess: Bool) -> WorkDone {
    var done = WorkDone()
    let whole = each.map { $0 > .zero ? Int(worked.nanoseconds / $0.nanoseconds) : 0 }
    let keepsItems = isSuccess || checkpoint == .items
    done.items = whole.map { keepsItems ? $0 : 0 }
    done.saved = isSuccess ? worked : saved(of: worked, (each ?? .zero) * (whole ?? 0))
    done.lost = worked - done.saved
    return done
  }

  /// Returns the part of the time worked that the checkpoints of a cut-off run keep.
  ///
  /// - Parameter items: The time of all finished items.
  private func saved(of worked: Duration, _ items: Duration) -> Duration {
    switch checkpoint {
    case .none: .zero
    case .every(let spacing): spacing * Int(worked.nanoseconds / max(1, spacing.nanoseconds))
    case .items: items
    }
  }
}
