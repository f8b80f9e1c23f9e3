/// The quiet hours of the settings on the user's clocks: when the next of them begin or end, and the requests that they
/// hold.
struct QuietHours: Sendable {
  private let settings: Shared<Settings>
  /// All hours, of all requests: if there are none, no request needs a check.
  private let all: [WeekHours]
  private var clock = HourClock()

  init(settings: Shared<Settings>) {
    self.settings = settings
    all = settings.value.allQuietHours
  }

  /// Follows the clocks. Returns the touched input if hours have begun or ended since the last event, or may have, since
  /// clocks were set; otherwise `nil`.
  mutating func followTime(_ now: WallTime, zoneSeconds: Int) -> FollowUp? {
    let isTouched = clock.update(for: all, at: now, zoneSeconds: zoneSeconds)
    return isTouched ? FollowUp(touched: Touched(inputs: .quiet)) : nil
  }

  /// The next beginning or end of any hours; `nil` if there is none.
  var next: WallTime? { clock.next }

  /// Returns the quiet hours that hold `request` at `moment`; `nil` if there are none.
  func hold(_ request: Request, at moment: WallTime, zoneSeconds: Int) -> QuietHold? {
    if all.isEmpty { return nil }
    let local = LocalTime(moment, zoneSeconds: zoneSeconds)
    let hoursOfRequest = settings.value.quietHours(of: request)
    let present = hoursOfRequest.filter { $0.hours.contains(local) }
    if present.isEmpty { return nil }
    // Other hours may begin before the present ones end: the hold lasts until none apply.
    let end = hoursOfRequest.map(\.hours).end(after: local)
    return QuietHold(keys: present.map(\.key), ends: end?.wall(zoneSeconds: zoneSeconds))
  }

  /// Returns the quiet hours in which no better moment is expected for `request`; empty if it does not wait for better
  /// moments.
  func hoursWithoutBetterMoment(for request: Request) -> [WeekHours] {
    if all.isEmpty || !settings.value.rules(of: request.terms.kind).awaitsBestMoment { return [] }
    return settings.value.quietHours(of: request).map(\.hours)
  }

  /// The most moments that `changes` returns: a year of hours that begin and end each day has 730.
  private static let mostChanges = 1000

  /// Returns the moments in `range` at which quiet hours of `request` began or ended; if there are more, only the first
  /// `mostChanges`.
  func changes(of request: Request, in range: Range<WallTime>, zoneSeconds: Int) -> [WallTime] {
    if all.isEmpty { return [] }
    let hours = settings.value.quietHours(of: request).map(\.hours)
    var moments: [WallTime] = []
    var moment: WallTime = range.lowerBound
    while moments.count < Self.mostChanges,
      let change = hours.nextChange(after: LocalTime(moment, zoneSeconds: zoneSeconds))?
        .wall(zoneSeconds: zoneSeconds), change < range.upperBound
    {
      moments.append(change)
      moment = change
    }
    return moments
  }
}
