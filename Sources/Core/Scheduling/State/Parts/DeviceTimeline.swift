import DequeModule

/// What the gates have seen of the device, from change to change. From it follows why any request has
/// waited, so that nothing is written for a request while it waits.
struct DeviceTimeline: Sendable {
  struct Moment: Sendable {
    var at: Instant
    var device: DeviceView
  }

  private(set) var moments: Deque<Moment> = []
  /// Changes that are kept, the oldest is forgotten first.
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes what the gates see from `now` on.
  mutating func note(_ device: DeviceView, at now: Instant) {
    var seen = device
    seen.forgetChanges()
    // A clock that was set back does not undo what has been.
    while let last = moments.last, last.at.wall >= now.wall { moments.removeLast() }
    moments.append(Moment(at: now, device: seen))
    if moments.count > limit { moments.removeFirst() }
  }

  /// What the gates saw at `moment`; nil before the first thing that is remembered.
  func moment(at moment: WallTime) -> Moment? {
    let after = moments.partitioningIndex { $0.at.wall > moment }
    return after > 0 ? moments[after - 1] : nil
  }

  /// When the gates saw something new in `range`.
  func changes(in range: Range<WallTime>) -> [WallTime] {
    let first = moments.partitioningIndex { $0.at.wall > range.lowerBound }
    return moments[first...].map(\.at.wall).filter(range.contains)
  }
}

extension RandomAccessCollection {
  /// The first index whose element fits `belongsBehind`, in a collection in which those that do come
  /// after those that do not.
  func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if belongsBehind(self[middle]) { high = middle } else { low = index(after: middle) }
    }
    return low
  }
}
