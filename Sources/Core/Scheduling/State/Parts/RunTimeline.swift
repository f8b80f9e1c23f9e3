/// The intervals of runs: they explain which runs left no slot for a request.
struct RunTimeline: Sendable {
  struct Interval: Sendable {
    var run: RunID
    var key: RequestKey
    var claim: Capacity.Claim
    var began: WallTime
    /// The end; `nil` during the run.
    var ended: WallTime?

    /// Returns whether the run was live at `moment`.
    func covers(_ moment: WallTime) -> Bool {
      let hadEnded = ended.map { $0 <= moment } ?? false
      return began <= moment && !hadEnded
    }
  }

  /// The remembered intervals, in the order in which the runs began. A slice, since it removes its first element without
  /// moving the others.
  private(set) var intervals: ArraySlice<Interval> = []
  /// The number of intervals above which ended ones are forgotten.
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a run that begins, with the slot and group that it takes. Beyond `limit`, forgets the oldest ended run.
  mutating func begin(_ run: Run, claiming claim: Capacity.Claim) {
    intervals.append(
      Interval(run: run.id, key: run.key, claim: claim, began: run.started.wall, ended: nil))
    // A live run is not forgotten, or it would seem to have waited while it ran.
    if intervals.count > limit, let oldest = intervals.firstIndex(where: { $0.ended != nil }) {
      if oldest == intervals.startIndex {
        intervals.removeFirst()
      } else {
        intervals.remove(at: oldest)
      }
    }
  }

  /// Notes that `run` ended at `moment`. Does nothing if the run is not remembered.
  mutating func end(_ run: RunID, at moment: WallTime) {
    guard let index = intervals.lastIndex(where: { $0.run == run }) else { return }
    intervals[index].ended = moment
  }

  /// Returns when a run began or ended in `range`.
  func changes(in range: Range<WallTime>) -> [WallTime] {
    let moments = intervals.map(\.began) + intervals.compactMap(\.ended)
    return moments.filter(range.contains)
  }

  /// Returns the intervals of the runs that were live at `moment`.
  func intervals(at moment: WallTime) -> [Interval] {
    intervals.filter { $0.covers(moment) }
  }
}
