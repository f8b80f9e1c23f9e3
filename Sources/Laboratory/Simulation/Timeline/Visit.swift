import Scheduling

/// A user's stay in an app.
struct Visit: Hashable {
  /// As the trace names it.
  var app: String
  var isSystem: Bool
  var opened: WallTime
  var closed: WallTime
}

extension Visit {
  /// How long a user stays where nothing tells of the end.
  static let usual = Duration.minutes(2)

  /// The visits of a trace in the order of time; a visit ends with the app's close, the next open, or
  /// after the usual time.
  ///
  /// An open that is only known to the hour falls on a moment in its last tenth that the generator
  /// chooses: by then it has been, wherever in the hour it was. Told earlier, it might be told before it
  /// was, and nothing may be decided by what has not happened yet.
  static func all(in records: [TraceRecord], _ generator: inout SeededGenerator) -> [Visit] {
    var gap = GapFilter()
    var visits: [Visit] = []
    var closes: [(app: String, at: WallTime)] = []
    for (index, record) in records.enumerated() where gap.passes(record) {
      switch record.kind {
      case .open(let app, let isSystem, let spread):
        let known = spread > .zero ? min(spread, room(behind: index, in: records)) : .zero
        let opened = record.at + generator.duration(in: known * 9 / 10...known)
        visits.append(Visit(app: app, isSystem: isSystem, opened: opened, closed: opened))
      case .close(let app):
        closes.append((app, record.at))
      default: break
      }
    }
    return close(inOrder(visits), closes)
  }

  /// How long something is known from the record at `index` on.
  private static func room(behind index: Int, in records: [TraceRecord]) -> Duration {
    let start = records[index].at
    for record in records[index...] where record.at <= start + .days(1) {
      if case .gap = record.kind { return record.at - start }
    }
    return .days(1)
  }

  /// By time, and where that is the same as they were recorded.
  private static func inOrder(_ visits: [Visit]) -> [Visit] {
    visits.enumerated().sorted { ($0.element.opened, $0.offset) < ($1.element.opened, $1.offset) }
      .map(\.element)
  }

  private static func close(
    _ visits: [Visit], _ closes: [(app: String, at: WallTime)]
  ) -> [Visit] {
    var closed = visits
    var rest = closes[...]
    for index in closed.indices {
      let visit = closed[index]
      let next = index + 1 < closed.count ? closed[index + 1].opened : nil
      rest = rest.drop { $0.at < visit.opened }
      let told = rest.prefix { close in next.map { close.at <= $0 } ?? true }
        .first { $0.app == visit.app }?.at
      closed[index].closed = told ?? min(visit.opened + usual, next ?? visit.opened + usual)
    }
    return closed
  }
}

/// Leaves out what a trace tells of a time of which, it says, nothing is known.
struct GapFilter {
  private var end: WallTime?

  mutating func passes(_ record: TraceRecord) -> Bool {
    if case .gap(let until) = record.kind {
      end = max(end ?? until, until)
      return true
    }
    return end.map { record.at >= $0 } ?? true
  }
}
