import Scheduling

/// The recorded past of a daemon in a span of time.
package struct Past: Sendable {
  /// A run that has ended.
  package struct Ended: Sendable {
    package var key: RequestKey
    package var kind: Kind
    package var run: StoryRun

    package init(_ key: RequestKey, _ kind: Kind, _ run: StoryRun) {
      (self.key, self.kind, self.run) = (key, kind, run)
    }
  }

  package var range: Range<WallTime>
  /// The entries in the order in which they were recorded, also those before the range.
  package var entries: [PastEntry]
  package var runs: [Ended]

  /// - Parameters:
  ///   - range: The span of time of the report.
  ///   - entries: The log of the past in the order of recording, also before the range.
  ///   - runs: The ended runs, in any order.
  package init(_ range: Range<WallTime>, entries: [PastEntry], runs: [Ended]) {
    self.range = range
    // In the order of time; of two entries at the same moment, the later one applies.
    self.entries = Self.withTimesInOrder(entries).enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    .map(\.element)
    self.runs = runs.sorted {
      ($0.run.range.lowerBound, $0.run.run) < ($1.run.range.lowerBound, $1.run.run)
    }
  }

  /// Returns the entries with times that do not fall from one entry to the next. If the clock was set back, an entry
  /// before that change has a later time than an entry after it. It then gets the time of the entry after it.
  private static func withTimesInOrder(_ entries: [PastEntry]) -> [PastEntry] {
    var nextTime: WallTime?
    func notAfterNext(_ moment: WallTime) -> WallTime { min(moment, nextTime ?? moment) }
    // From the newest entry to the oldest, so that `nextTime` is the time of the following entry.
    let reversed = entries.reversed().map { entry -> PastEntry in
      switch entry {
      case .device(let value, let at):
        let time = notAfterNext(at)
        nextTime = time
        return .device(value, at: time)
      case .wait(var wait):
        wait.at = notAfterNext(wait.at)
        nextTime = wait.at
        return .wait(wait)
      // A gap does not limit the times of earlier entries: it can begin before them, or is recorded after its end.
      case .gap(var gap):
        (gap.begins, gap.ends) = (notAfterNext(gap.begins), notAfterNext(gap.ends))
        return .gap(gap)
      }
    }
    return reversed.reversed()
  }

  /// The moment from which the entries are complete: the end of the range if there are none. Older entries were
  /// dropped, or no daemon recorded any. Dropped entries of one user do not matter if requests of others are in the
  /// report.
  var knownFrom: WallTime {
    let users = Set(waitKeys.map(\.owner)).union(runs.map(\.key.owner))
    // The last moment before which entries were dropped, and the moment of the first entry.
    var droppedBefore: WallTime?
    var firstEntry: WallTime?
    for entry in entries {
      switch entry {
      case .gap(let gap) where gap.isDropMark:
        let concernsAllRequests = gap.owner.map { users.isSubset(of: [$0]) } ?? true
        guard concernsAllRequests else { continue }
        droppedBefore = max(droppedBefore ?? gap.ends, gap.ends)
        firstEntry = firstEntry ?? gap.ends
      case .gap(let gap): firstEntry = firstEntry ?? gap.ends
      case .device(_, let at): firstEntry = firstEntry ?? at
      case .wait: break
      }
    }
    guard let known = droppedBefore ?? firstEntry else { return range.upperBound }
    return min(max(known, range.lowerBound), range.upperBound)
  }

  /// The moments from which the waits of users are complete, if some of their entries were dropped.
  var waitsKnownFrom: [UInt32: WallTime] {
    var moments: [UInt32: WallTime] = [:]
    for case .gap(let gap) in entries where gap.isDropMark {
      if let owner = gap.owner { moments[owner] = max(moments[owner] ?? gap.ends, gap.ends) }
    }
    return moments
  }

  /// The keys of all requests that waited.
  private var waitKeys: [RequestKey] {
    entries.compactMap { entry in
      if case .wait(let wait) = entry { wait.key } else { nil }
    }
  }

  /// The times in the range about which nothing is known, in order and without overlaps.
  package var gaps: [PastGap] {
    let known = knownFrom
    var gaps = known > range.lowerBound ? [PastGap(range.lowerBound, known, .dropped)] : []
    for case .gap(let gap) in entries where !gap.isDropMark {
      let begins = max(gap.begins, gaps.last?.ends ?? range.lowerBound)
      let ends = min(gap.ends, range.upperBound)
      if begins < ends { gaps.append(PastGap(begins, ends, gap.cause)) }
    }
    return gaps
  }

  /// The values of the device in the range, in the order of time: at its beginning all known ones, then each change.
  /// In a gap all values are unknown.
  var device: [DeviceMoment] {
    let known = knownFrom
    var state = DeviceState()
    var hasFirstValues = false
    var moments: [DeviceMoment] = []
    /// Adds all values that are known at `known`, once. Called before the first moment is added.
    func addFirstValues() {
      if !hasFirstValues { moments.append(DeviceMoment(at: known, values: state.knownValues)) }
      hasFirstValues = true
    }
    for entry in entries {
      if entry.at >= known { addFirstValues() }
      switch entry {
      case .device(let value, let at):
        state.apply(value)
        if at >= known, at < range.upperBound {
          moments.append(DeviceMoment(at: at, values: [value]))
        }
      case .gap(let gap) where gap.ends > gap.begins:
        let (begins, ends) = (max(gap.begins, known), gap.ends)
        let isInRange = begins < min(ends, range.upperBound)
        if isInRange {
          addFirstValues()
          let unknown = state.knownValues.map(\.withoutValue)
          moments.append(DeviceMoment(at: begins, values: unknown))
          // A daemon records all values when it begins, and when it has dropped entries.
          if gap.cause == .asleep, ends < range.upperBound {
            moments.append(DeviceMoment(at: ends, values: state.knownValues))
          }
        }
        // Only a sleep leaves the known values as they were.
        if gap.cause != .asleep { state = DeviceState() }
      case .gap, .wait: break
      }
    }
    if known < range.upperBound { addFirstValues() }
    return moments
  }
}

extension PastGap {
  /// Whether the gap only marks the moment before which entries are no longer kept.
  fileprivate var isDropMark: Bool { cause == .dropped && begins == ends }
}

extension DeviceState {
  /// The values of all fields that are known.
  fileprivate var knownValues: [DeviceValue] { values.filter { $0.text != nil } }
}

extension DeviceValue {
  /// The field with an unknown value.
  fileprivate var withoutValue: DeviceValue {
    if case .path(let path, _) = self { return .path(path, isThere: nil) }
    return (try? DeviceValue(key: key.text, text: DeviceValue.unknown)) ?? self
  }
}
