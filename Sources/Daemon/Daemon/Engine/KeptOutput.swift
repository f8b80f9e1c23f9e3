import Scheduling

/// The runs whose output is kept, and the amount for each user.
struct KeptOutput {
  /// The limits of one user.
  struct Limits {
    var bytes: Int64
    /// Maximum number of runs of one request.
    var runs: Int
    /// Output of runs that ended before this is too old; `nil` if age is no limit now.
    var oldest: WallTime?
    /// Maximum number of directories, one for each run.
    var directories = 2000
  }

  private struct Entry {
    var run: RunID
    var key: RequestKey
    var ended: WallTime
    var bytes: Int64
  }

  /// The entries of each owner, the oldest first.
  private var entries: [UInt32: [Entry]] = [:]

  /// Returns whether the output of this run is recorded, for any user.
  func has(_ run: RunID) -> Bool {
    entries.values.contains { $0.contains { $0.run == run } }
  }

  /// Records the output of a run as the newest of its user, in place of an earlier entry of the same run.
  ///
  /// - Parameter run: The run of the directory; the directory of an app's process grows with each of its tasks.
  mutating func record(_ run: RunID, of key: RequestKey, ended: WallTime, bytes: Int64) {
    entries[key.owner, default: []].removeAll { $0.run == run }
    entries[key.owner, default: []].append(Entry(run: run, key: key, ended: ended, bytes: bytes))
  }

  /// Removes and returns the runs of a user whose output is too old or above the limits, the newest first.
  ///
  /// - Parameter isQueued: Whether the request is queued: the output of its newest run stays.
  mutating func removeSurplus(
    of owner: UInt32, _ limits: Limits, isQueued: (RequestKey) -> Bool
  ) -> [RunID] {
    let oldestFirst = entries[owner] ?? []
    let newestRunOfRequest = Dictionary(oldestFirst.map { ($0.key, $0.run) }) { _, later in later }
    let staying = oldestFirst.filter { newestRunOfRequest[$0.key] == $0.run && isQueued($0.key) }
    let stayingRuns = Set(staying.map(\.run))
    // Output that stays uses its part of the limit first.
    var bytes = staying.map(\.bytes).reduce(0, +)
    var directories = 0
    var runsOfRequest: [RequestKey: Int] = [:]
    var isFull = false
    var kept: [Entry] = []
    var dropped: [RunID] = []
    // From the newest to the oldest: once the bytes or directories exceed their limit, all older entries are surplus.
    for entry in oldestFirst.reversed() {
      let stays = stayingRuns.contains(entry.run)
      directories += 1
      runsOfRequest[entry.key, default: 0] += 1
      if !stays { bytes += entry.bytes }
      isFull = isFull || bytes > limits.bytes || directories > limits.directories
      let hasTooManyRuns = runsOfRequest[entry.key, default: 0] > limits.runs
      let isOld = limits.oldest.map { entry.ended < $0 } ?? false
      let isSurplus = isFull || hasTooManyRuns || isOld
      if stays || !isSurplus { kept.append(entry) } else { dropped.append(entry.run) }
    }

    // The oldest first again.
    entries[owner] = kept.isEmpty ? nil : kept.reversed()
    return dropped
  }
}
