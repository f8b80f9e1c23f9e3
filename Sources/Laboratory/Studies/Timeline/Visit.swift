import Scheduling
import Simulation

/// A user's stay in an app.
struct Visit: Hashable {
  /// The app's name in the trace.
  var app: String
  var isSystem: Bool
  var opened: WallTime
  var closed: WallTime
}

extension Visit {
  /// The length of a visit whose end is unknown.
  static let usual = Duration.minutes(2)

  /// Returns the visits of a trace in the order of time. A visit ends with the app's close, the next open, or after the
  /// usual time.
  ///
  /// For an open that is known only to the hour, the generator chooses a moment in the last tenth of the hour: the open
  /// has happened by then. An earlier moment could precede the open, and no decision may depend on the future.
  static func all(in records: [TraceRecord], _ generator: inout SeededGenerator) -> [Visit] {
    var gap = GapFilter()
    var visits: [Visit] = []
    var closes: [(app: String, at: WallTime)] = []
    for (index, record) in records.enumerated() where gap.passes(record) {
      switch record.kind {
      case .open(let app, let isSystem, let spread):
        let knownSpread = spread > .zero ? min(spread, timeToGap(after: index, in: records)) : .zero
        let lastTenth = knownSpread * 9 / 10...knownSpread
        let opened = record.at + generator.duration(in: lastTenth)
        visits.append(Visit(app: app, isSystem: isSystem, opened: opened, closed: opened))
      case .close(let app):
        closes.append((app, record.at))
      default: break
      }
    }
    return withEnds(sortedByOpen(visits), closes)
  }

  /// Returns the time from the record at `index` to the next gap, at most a day.
  private static func timeToGap(after index: Int, in records: [TraceRecord]) -> Duration {
    let start = records[index].at
    for record in records[index...] where record.at <= start + .days(1) {
      if case .gap = record.kind { return record.at - start }
    }
    return .days(1)
  }

  /// Sorts by time, and by the order of recording at the same time.
  private static func sortedByOpen(_ visits: [Visit]) -> [Visit] {
    visits.enumerated().sorted { ($0.element.opened, $0.offset) < ($1.element.opened, $1.offset) }
      .map(\.element)
  }

  /// Sets the ends of visits: the app's first reported close up to the next visit, or the usual length, which the next
  /// visit cuts off.
  private static func withEnds(
    _ visits: [Visit], _ closes: [(app: String, at: WallTime)]
  ) -> [Visit] {
    var visits = visits
    var laterCloses = closes[...]
    for index in visits.indices {
      let visit = visits[index]
      let isLast = index + 1 == visits.count
      let nextOpen = isLast ? nil : visits[index + 1].opened
      laterCloses = laterCloses.drop { $0.at < visit.opened }
      let closesUpToNextOpen = laterCloses.prefix { close in
        nextOpen.map { close.at <= $0 } ?? true
      }
      let reportedEnd = closesUpToNextOpen.first { $0.app == visit.app }?.at
      let usualEnd = visit.opened + usual
      visits[index].closed = reportedEnd ?? min(usualEnd, nextOpen ?? usualEnd)
    }
    return visits
  }
}

/// A filter for records inside a gap, in the order of the records.
struct GapFilter {
  /// The end of the last gap; `nil` before the first one.
  private var end: WallTime?

  /// Returns whether a record is outside all gaps so far. A record of a gap passes, and extends the gap.
  mutating func passes(_ record: TraceRecord) -> Bool {
    if case .gap(let until) = record.kind {
      end = max(end ?? until, until)
      return true
    }
    return end.map { record.at >= $0 } ?? true
  }
}
