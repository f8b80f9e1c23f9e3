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
  ///   - timePerItem: The time for each item; `nil` if the work has no items.
  func divided(_ worked: Duration, timePerItem: Duration?, isSuccess: Bool) -> WorkDone {
    var done = WorkDone()
    let finishedItems = timePerItem.map {
      $0 > .zero ? Int(worked.nanoseconds / $0.nanoseconds) : 0
    }
    let keepsItems = isSuccess || checkpoint == .items
    done.items = finishedItems.map { keepsItems ? $0 : 0 }
    let timeOfItems = (timePerItem ?? .zero) * (finishedItems ?? 0)
    done.saved = isSuccess ? worked : checkpointedPart(of: worked, timeOfItems: timeOfItems)
    done.lost = worked - done.saved
    return done
  }

  /// Returns the part of the time worked that the checkpoints of a cut-off run keep: of 7 minutes with a checkpoint
  /// every 2 minutes, 6 minutes.
  ///
  /// - Parameter timeOfItems: The time of all finished items.
  private func checkpointedPart(of worked: Duration, timeOfItems: Duration) -> Duration {
    switch checkpoint {
    case .none: .zero
    case .every(let spacing): spacing * Int(worked.nanoseconds / max(1, spacing.nanoseconds))
    case .items: timeOfItems
    }
  }
}
