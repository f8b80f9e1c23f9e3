/// The device as seen by the gates, from change to change. It explains why any request has waited, so no record is
/// written for a waiting request.
struct DeviceTimeline: Sendable {
  struct Moment: Sendable {
    var at: Instant
    var device: DeviceView
  }

  /// A slice, since it removes its first element without moving the others.
  private(set) var moments: ArraySlice<Moment> = []
  /// Number of changes to keep; the oldest is forgotten first.
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds the device as the gates see it from `now` on. Beyond `limit`, forgets the oldest view.
  mutating func note(_ device: DeviceView, at now: Instant) {
    var seen = device
    seen.forgetChanges()
    // A clock that was set back replaces the later views.
    while let last = moments.last, last.at.wall >= now.wall { moments.removeLast() }
    moments.append(Moment(at: now, device: seen))
    if moments.count > limit { moments.removeFirst() }
  }

  /// Returns the device as the gates saw it at `moment`; `nil` if that is before the first remembered view.
  func moment(at moment: WallTime) -> Moment? {
    let firstLater = moments.partitioningIndex { $0.at.wall > moment }
    return firstLater > moments.startIndex ? moments[firstLater - 1] : nil
  }

  /// Returns the moments in `range` at which the gates' view of the device changed.
  func changes(in range: Range<WallTime>) -> [WallTime] {
    let first = moments.partitioningIndex { $0.at.wall > range.lowerBound }
    return moments[first...].map(\.at.wall).filter(range.contains)
  }
}

extension RandomAccessCollection {
  /// Returns the index of the first element for which `isInSecondPart` is true; `endIndex` if it is true for none. The
  /// collection must be ordered: all elements for which it is false come first. A binary search.
  func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if isInSecondPart(self[middle]) { high = middle } else { low = index(after: middle) }
    }
    return low
  }
}
