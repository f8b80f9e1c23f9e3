import OrderedCollections
import Scheduling
import Simulation

extension Timeline {
  /// Creates the steps of a device from `trace`.
  ///
  /// - Parameters:
  ///   - seed: Determines the moment of an open that is known only to the hour.
  ///   - days: Leaves out everything later than this many days after the first record.
  package init(_ trace: Trace, seed: UInt64, days: Double? = nil) {
    var generator = SeededGenerator(seed: seed)
    let visits = Visit.all(in: trace.records, &generator)
    let starts = trace.records.first?.at ?? WallTime(seconds: 0)
    let last = max(trace.records.last?.at ?? starts, visits.last?.closed ?? starts)
    let ends = days.map { min(last, starts + .seconds($0 * 86400)) } ?? last
    var builder = TimelineBuilder()
    for cue in Cue.all(trace.records, visits)
    where cue.at >= starts && cue.at <= ends {
      builder.add(cue)
    }
    // The user's absence shows only some time after the last event.
    builder.addPending(before: ends)
    // An open whose time is known only to a longer span than a slot of the user's habits has a random moment.
    let knowsMinutes = !trace.records.contains { record in
      if case .open(_, false, let spread) = record.kind { spread > UserHabit.slot } else { false }
    }
    self.init(
      steps: builder.steps, apps: builder.apps, starts: starts, ends: ends,
      knowsMinutes: knowsMinutes)
  }
}

/// An event that becomes steps.
private struct Cue {
  enum Sort {
    case record(TraceRecord.Kind)
    case closed(Visit)
    case opened(Visit)
  }

  var at: WallTime
  var sort: Sort

  /// The order of events at the same moment: one app leaves before the next one comes.
  private var rank: Int {
    switch sort {
    case .closed: 1
    case .record: 2
    case .opened: 3
    }
  }

  /// Returns the records that are not in a gap, and the beginning and end of each visit, in order: by time, by rank,
  /// and by the order in which they were created.
  static func all(_ records: [TraceRecord], _ visits: [Visit]) -> [Cue] {
    var gap = GapFilter()
    var cues = records.filter { gap.passes($0) }.map { Cue(at: $0.at, sort: .record($0.kind)) }
    for visit in visits {
      cues.append(Cue(at: visit.opened, sort: .opened(visit)))
      cues.append(Cue(at: visit.closed, sort: .closed(visit)))
    }
    return cues.enumerated().sorted {
      ($0.element.at, $0.element.rank, $0.offset) < ($1.element.at, $1.element.rank, $1.offset)
    }.map(\.element)
  }
}

/// Converts events in the order of time to the steps of a timeline.
private struct TimelineBuilder {
  private(set) var steps: [TimelineStep] = []
  /// The names of apps in the order of their first open. The place of a name is the app's number.
  private var appNames: OrderedSet<String> = []
  private var user = UserSignal()
  /// The number of the app in the foreground; `nil` if there is none.
  private var foreground: Int?

  var apps: [String] { Array(appNames) }

  /// Adds the steps of an event. A pending change of the user's presence that is due earlier is added first.
  mutating func add(_ cue: Cue) {
    addPending(before: cue.at)
    switch cue.sort {
    case .record(let kind): addRecord(kind, at: cue.at)
    case .opened(let visit): addOpen(of: visit)
    case .closed(let visit): addClose(of: visit)
    }
  }

  /// Adds the pending change of the user's presence if it is due before `moment`.
  mutating func addPending(before moment: WallTime) {
    guard let pending = user.pending, pending.at < moment else { return }
    add(user.applyPending(), at: pending.at)
  }

  /// Adds the steps of a record. Records of opens and closes are skipped, since visits replace them.
  private mutating func addRecord(_ kind: TraceRecord.Kind, at now: WallTime) {
    switch kind {
    case .battery(let percent): add([.battery(percent)], at: now)
    case .charging(let isPowered): add([.power(isPowered ? .ac : .battery)], at: now)
    case .network(let network):
      // As the daemon presumes without a report: only mobile networks are metered.
      let isMetered: Bool? = network == .none ? nil : network == .cellular
      add([.network(network), .metered(isMetered)], at: now)
    case .screen(let isLit, let isLocked):
      add(user.applyScreen(isLit: isLit, isLocked: isLocked, at: now), at: now)
    case .gap(let until): addGap(until: until, at: now)
    case .open, .close: break
    }
  }

  /// Adds the steps of the beginning of a visit. A visit of a system app only shows that the device is in use.
  private mutating func addOpen(of visit: Visit) {
    add(user.applyVisit(until: visit.closed), at: visit.opened)
    guard !visit.isSystem else { return }
    let app = appNames.append(visit.app).index
    foreground = app
    add(.opened(app), at: visit.opened)
  }

  /// Adds the end of a visit. It adds nothing if the app is no longer in the foreground, or is a system app.
  private mutating func addClose(of visit: Visit) {
    guard let app = appNames.firstIndex(of: visit.app), app == foreground else { return }
    foreground = nil
    add(.closed(app), at: visit.closed)
  }

  /// Adds a gap from `now` until `end`. The app in the foreground is closed before, and the user's presence is
  /// unknown.
  private mutating func addGap(until end: WallTime, at now: WallTime) {
    if let foreground { add(.closed(foreground), at: now) }
    foreground = nil
    user = UserSignal()
    add(.gap(until: end), at: now)
  }

  private mutating func add(_ values: [DeviceValue], at now: WallTime) {
    if !values.isEmpty { add(.device(values), at: now) }
  }

  private mutating func add(_ happening: TimelineStep.TimelineEvent, at now: WallTime) {
    steps.append(TimelineStep(at: now, happening: happening))
  }
}
