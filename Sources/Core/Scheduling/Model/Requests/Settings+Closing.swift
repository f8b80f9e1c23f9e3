// The effects of a closing window.
extension Settings {
  /// The order in which preferences give way between half of the window and its end: first the preferences that
  /// cost other work little, last those that empty the battery. Idleness gives way before all of these.
  static let relaxationOrder: [Conditions] = [
    .screenOff, .knownUnmetered, .unmetered, .network, .storageNotLow, .batteryNotLow, .power,
  ]

  /// Returns the share of the window at which the preference `condition` gives way, one of all preferences `prefers` of
  /// a request: idleness at half of the window, the other preferences evenly from there to its end.
  package func relaxedShare(of condition: Conditions, among prefers: Conditions) -> Double {
    if condition == .idle { return relaxedIdleShare }
    let others = Self.relaxationOrder.filter { prefers.contains($0) }
    // The last one, and a condition that is not among the preferences, gives way at the end of the window.
    guard let index = others.firstIndex(of: condition), index < others.count - 1 else {
      return relaxedEndShare
    }
    // The first of four preferences gives way after a quarter of the time from idleness to the end.
    let part = Double(index + 1) / Double(others.count)
    return relaxedIdleShare + (relaxedEndShare - relaxedIdleShare) * part
  }

  /// Returns the part of the preferences `prefers` that has given way at `now`, while `window` closes; none if the
  /// answer to its latest date is not `relax`.
  func relaxed(_ prefers: Conditions, in window: Window, at now: WallTime) -> Conditions {
    guard !prefers.isEmpty, window.atLatest == .relax else { return Conditions() }
    var relaxed = Conditions()
    for (_, condition) in Conditions.named where prefers.contains(condition) {
      if window.hasPassed(relaxedShare(of: condition, among: prefers), at: now) {
        relaxed.insert(condition)
      }
    }
    return relaxed
  }

  /// Returns the moments at which preferences of `request` give way; none if they do not.
  func relaxations(of request: Request) -> [WallTime?] {
    let prefers = request.terms.prefers
    if prefers.isEmpty { return [] }
    let window = closingWindow(of: request)
    guard window.atLatest == .relax else { return [] }
    return Conditions.named.filter { prefers.contains($0.condition) }.map { named in
      window.moment(at: relaxedShare(of: named.condition, among: prefers))
    }
  }

  /// Returns the window during which gates give way one after the other: the request's own. System work without a latest
  /// date also has one, of several days, or of two intervals if they are longer. Otherwise the default gates of its
  /// kinds could hold it forever unnoticed.
  func closingWindow(of request: Request) -> Window {
    var window = request.window
    guard window.latest == nil, request.terms.kind.isSystemWork, let relaxesAfter else {
      return window
    }
    let intervals = (request.period?.every ?? .zero) * 2
    window.latest = window.opens + max(relaxesAfter, intervals)
    window.atLatest = .relax
    return window
  }

  /// Returns the time from which `request` runs in low-power mode on battery: a share of its interval if it is periodic
  /// without a latest date, otherwise of its closing window. `nil` if its kind has no such share, or if the window has
  /// no end.
  func lowPowerMoment(of request: Request) -> WallTime? {
    guard case .onBattery(let share) = rules(of: request.terms.kind).lowPower else { return nil }
    return (interval(of: request) ?? closingWindow(of: request)).moment(at: share)
  }

  /// Returns the moments, past ones included, at which time itself can change the reasons that hold `request`: the ends
  /// of its window, and the moments at which gates and preferences give way.
  func moments(of request: Request) -> [WallTime] {
    var moments: [WallTime] = []
    forEachMoment(of: request) { moments.append($0) }
    return moments
  }

  /// Passes the same moments to `body`, without a list.
  func forEachMoment(of request: Request, _ body: (WallTime) -> Void) {
    let window = closingWindow(of: request)
    body(window.opens)
    if let latest = window.latest { body(latest) }
    if window.atLatest == .relax {
      if let moment = window.moment(at: relaxedIdleShare) { body(moment) }
      for case let moment? in relaxations(of: request) { body(moment) }
    }
    if let moment = lowPowerMoment(of: request) { body(moment) }
  }

  /// Returns the whole interval of periodic work without a latest date, as a window; `nil` for other requests.
  func interval(of request: Request) -> Window? {
    guard request.window.latest == nil, let period = request.period else { return nil }
    let begin = period.intervalStart(around: request.window.opens)
    return Window(opens: begin, latest: begin + period.every)
  }

  /// Returns the time for which a request without a latest date is worth running, by its kind.
  ///
  /// - Parameter every: The interval of periodic work; `nil` for other requests.
  package func lifetime(of kind: Kind, every: Duration?) -> Duration {
    switch kind.traits.lifetime {
    case .refresh: refreshLifetime
    case .processing: processingLifetime
    case .intervals: every.map { $0 * 2 } ?? otherLifetime
    }
  }
}

extension Request {
  /// Returns the latest date, or the end of the request's lifetime if there is none.
  package func lifetimeEnd(_ settings: Settings) -> WallTime {
    window.latest ?? window.opens + settings.lifetime(of: terms.kind, every: period?.every)
  }

  /// Returns the share of the window, or else of the lifetime, that has passed at `now`: 0 to 1.
  package func progress(at now: WallTime, _ settings: Settings) -> Double {
    let whole = Window(opens: window.opens, latest: lifetimeEnd(settings))
    return min(1, whole.progress(at: now) ?? 0)
  }
}
