import Scheduling

/// Runs in the order in which they ended, in a third of the memory of their records: a simulated year has tens of
/// thousands. Values that many runs of a task have in common, such as its names and the outcome, are stored once.
package struct RunLog: RandomAccessCollection, Sendable {
  /// Blocks of equal length, except the last. A single array would be copied each time that it grows, and would then
  /// take three times the memory of its runs.
  private var blocks: [[OwnValues]] = []
  private static let blockLength = 1024
  /// Records without the own values of a run, and complete records of runs whose values `OwnValues` cannot contain.
  private var common: [RunRecord] = []
  /// The places in `common` of each task's records without own values, the newest last.
  private var places: [Int: [Int32]] = [:]
  /// The number of records of a task that are compared with a new one. Most tasks have few different outcomes.
  private static let comparedCount = 8
  package private(set) var count = 0

  package init() {}

  package init(_ runs: some Sequence<RunRecord>) {
    for run in runs { append(run) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(position: Int) -> RunRecord {
    let own = blocks[position / Self.blockLength][position % Self.blockLength]
    var run = common[Int(own.common)]
    if !own.isComplete { own.write(to: &run) }
    return run
  }

  /// Adds a run at the end.
  package mutating func append(_ run: RunRecord) {
    var own = OwnValues(run)
    if own.areExact(for: run) {
      var record = run
      OwnValues().write(to: &record)
      own.common = place(of: record)
    } else {
      // Values that do not fit, such as a part of a nanosecond, are rare.
      own.isComplete = true
      own.common = Int32(common.count)
      common.append(run)
    }
    append(own)
  }

  /// Returns the runs of one task that started at `moment` or later; with `nil`, those of all tasks or of all times.
  func runs(of task: Int?, from moment: WallTime? = nil) -> RunLog {
    var selected = self
    selected.blocks = []
    selected.count = 0
    for own in blocks.joined() {
      guard moment.map({ own.started >= $0 }) ?? true,
        task == nil || common[Int(own.common)].task == task
      else { continue }
      selected.append(own)
    }
    return selected
  }

  /// Adds the values of a run at the end.
  private mutating func append(_ own: OwnValues) {
    if count % Self.blockLength == 0 {
      blocks.append([])
      blocks[blocks.count - 1].reserveCapacity(Self.blockLength)
    }
    blocks[blocks.count - 1].append(own)
    count += 1
  }

  /// Returns the place in `common` of a record without own values. Adds the record if it is new.
  private mutating func place(of record: RunRecord) -> Int32 {
    let compared = places[record.task]?.suffix(Self.comparedCount)
    if let known = compared?.last(where: { common[Int($0)] == record }) { return known }
    let place = Int32(common.count)
    common.append(record)
    places[record.task, default: []].append(place)
    return place
  }
}

extension Collection<RunRecord> {
  /// The positions of the runs in the order of their starts. A sorted copy of the runs would take much more memory.
  package var positionsByStart: [Index] {
    indices.map { (position: $0, started: self[$0].started, run: self[$0].run) }
      .sorted { ($0.started, $0.run) < ($1.started, $1.run) }
      .map(\.position)
  }
}

/// The values that differ from run to run.
private struct OwnValues: Sendable {
  /// The place in `common` of the other values.
  var common: Int32 = 0
  /// Whether `common` contains all values of the run.
  var isComplete = false
  var piece: Int32 = 0
  var items: Int32 = 0
  var run: RunID = 0
  var started = WallTime(seconds: 0)
  var ended = WallTime(seconds: 0)
  var cpuSeconds = 0.0
  var saved = Duration.zero
  var lost = Duration.zero
  /// In nanoseconds, as are the conditions.
  var budget: Int64 = 0
  var whole: Int64 = 0
  var onBattery: Int64 = 0
  var onCellular: Int64 = 0
  var withUser: Int64 = 0

  init() {}

  /// Reads the values of a run; a number that does not fit is replaced by the nearest one.
  init(_ record: RunRecord) {
    piece = Int32(clamping: record.piece)
    items = Int32(clamping: record.items ?? 0)
    run = record.run
    started = record.started
    ended = record.ending.at
    cpuSeconds = record.ending.cpuSeconds ?? 0
    saved = record.saved
    lost = record.lost
    budget = record.budget.nanoseconds
    whole = record.exposure.whole.nanoseconds
    onBattery = record.exposure.onBattery.nanoseconds
    onCellular = record.exposure.onCellular.nanoseconds
    withUser = record.exposure.withUser.nanoseconds
  }

  /// Whether no number of the record was replaced by another one.
  func areExact(for record: RunRecord) -> Bool {
    Int(piece) == record.piece && Int(items) == record.items ?? 0
      && .nanoseconds(budget) == record.budget && .nanoseconds(whole) == record.exposure.whole
      && .nanoseconds(onBattery) == record.exposure.onBattery
      && .nanoseconds(onCellular) == record.exposure.onCellular
      && .nanoseconds(withUser) == record.exposure.withUser
  }

  /// Writes the values to a record. Values that are `nil` there stay so.
  func write(to record: inout RunRecord) {
    record.piece = Int(piece)
    if record.items != nil { record.items = Int(items) }
    record.run = run
    record.started = started
    record.ending.at = ended
    if record.ending.cpuSeconds != nil { record.ending.cpuSeconds = cpuSeconds }
    record.saved = saved
    record.lost = lost
    record.budget = .nanoseconds(budget)
    record.exposure.whole = .nanoseconds(whole)
    record.exposure.onBattery = .nanoseconds(onBattery)
    record.exposure.onCellular = .nanoseconds(onCellular)
    record.exposure.withUser = .nanoseconds(withUser)
  }
}
