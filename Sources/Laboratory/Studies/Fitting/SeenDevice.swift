import Scheduling
import Simulation

/// The recorded life of a device as intervals. All times are seconds since the midnight before the first record.
struct SeenDevice {
  typealias Period = Range<Double>

  /// The moments at which apps were opened, and the lengths of the visits.
  private(set) var visits: [(opened: Double, length: Double)] = []
  /// The intervals with external power.
  private(set) var powered: [Period] = []
  /// The intervals with a mobile network.
  private(set) var cellular: [Period] = []
  /// The intervals with a lit screen.
  private(set) var lit: [Period] = []
  private(set) var gaps: [Period] = []
  /// The readings of the battery, in percent.
  private(set) var battery: [(at: Double, percent: Int)] = []
  private(set) var hasPower = false
  private(set) var hasScreen = false
  /// The kinds of network that were seen.
  private(set) var networks: Set<Network> = []
  /// The recorded time.
  let span: Period
  /// The weekday of the first midnight, 0 for Monday.
  let firstWeekday: Int
  let apps: Int

  /// Reads the intervals of a whole timeline. At a gap, all of them end.
  init(_ timeline: Timeline) {
    let midnight = WallTime(day: timeline.starts.day())
    // 1 January 1970 was a Thursday.
    firstWeekday = (timeline.starts.day() + 3) % 7
    span = (timeline.starts - midnight).seconds..<(timeline.ends - midnight).seconds
    apps = timeline.apps.count
    var open = OpenPeriods()
    for step in timeline.steps where step.at <= timeline.ends {
      let now = (step.at - midnight).seconds
      switch step.happening {
      case .opened:
        closeVisit(&open, at: now)
        open.visit = now
      case .closed: closeVisit(&open, at: now)
      case .device(let values): for value in values { read(value, at: now, &open) }
      case .gap(let until):
        closeAll(&open, at: now)
        gaps.append(now..<max(now, (until - midnight).seconds))
      default: break
      }
    }
    closeAll(&open, at: span.upperBound)
  }

  /// The beginnings of intervals that have not ended; `nil` if there is none.
  private struct OpenPeriods {
    var visit: Double?
    var power: Double?
    var cellular: Double?
    var screen: Double?
  }

  /// Reads a reported value: begins or ends the interval of the device's state, or adds a reading of the battery.
  private mutating func read(_ value: DeviceValue, at now: Double, _ open: inout OpenPeriods) {
    switch value {
    case .power(let power):
      hasPower = true
      Self.beginOrEnd(&open.power, isOn: power == .ac, at: now, &powered)
    case .network(let network):
      // An unknown network counts as none.
      networks.insert(network ?? Network.none)
      Self.beginOrEnd(&open.cellular, isOn: network == .cellular, at: now, &cellular)
    case .screen(let isLit):
      hasScreen = true
      Self.beginOrEnd(&open.screen, isOn: isLit == true, at: now, &lit)
    case .battery(let percent): if let percent { battery.append((now, percent)) }
    default: break
    }
  }

  /// Begins an interval if the state is on, or ends it if the state is off; an interval that continues is unchanged.
  private static func beginOrEnd(
    _ start: inout Double?, isOn: Bool, at now: Double, _ periods: inout [Period]
  ) {
    if isOn { start = start ?? now } else { close(&start, at: now, &periods) }
  }

  /// Ends an interval, if one has begun.
  private static func close(_ start: inout Double?, at now: Double, _ periods: inout [Period]) {
    if let begun = start { periods.append(begun..<max(begun, now)) }
    start = nil
  }

  /// Ends the visit of an app, if one has begun.
  private mutating func closeVisit(_ open: inout OpenPeriods, at now: Double) {
    if let begun = open.visit { visits.append((begun, max(0, now - begun))) }
    open.visit = nil
  }

  /// Ends all intervals, since nothing is known of the device from `now` on.
  private mutating func closeAll(_ open: inout OpenPeriods, at now: Double) {
    closeVisit(&open, at: now)
    Self.close(&open.power, at: now, &powered)
    Self.close(&open.cellular, at: now, &cellular)
    Self.close(&open.screen, at: now, &lit)
  }

  // MARK: Days

  /// Returns the whole days of the record that have no gap, by the number of the day.
  ///
  /// - Parameter begins: The second of the day at which a day begins.
  func wholeDays(from begins: Double) -> [Int] {
    let first = Int(bounded: ((span.lowerBound - begins) / Self.day).rounded(.up))
    let last = Int(bounded: ((span.upperBound - begins) / Self.day).rounded(.down))
    guard first < last else { return [] }
    return (first..<last).filter { day in
      let period = Self.period(of: day, from: begins)
      return !gaps.contains { $0.overlaps(period) }
    }
  }

  /// Returns whether a day is one of Monday to Friday or, for a day that begins at noon or later, one of Sunday to
  /// Thursday: the evening before a free day belongs to the free days.
  func isWorkday(_ day: Int, from begins: Double = 0) -> Bool {
    // The remainder of a negative day is negative, so 7 is added.
    let weekday = ((firstWeekday + day) % 7 + 7) % 7
    let isEvening = begins >= Self.day / 2
    let (friday, sunday) = (4, 6)
    return isEvening ? weekday < friday || weekday == sunday : weekday <= friday
  }

  /// The length of a day, in seconds.
  static let day = 86_400.0

  /// Returns the interval of a day that begins at the second `begins` of the calendar day.
  static func period(of day: Int, from begins: Double) -> Period {
    let start = Double(day) * Self.day + begins
    return start..<start + Self.day
  }

  /// The recorded days without gaps, as a fraction.
  var knownDays: Double {
    let missing = gaps.reduce(0) { $0 + $1.clamped(to: span).length }
    return (span.length - missing) / Self.day
  }
}

extension Range<Double> {
  var length: Double { upperBound - lowerBound }
}
