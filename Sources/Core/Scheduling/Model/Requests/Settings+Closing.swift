// What a closing window does.
extension Settings {
  /// In which order preferences give way between half of the window and its end: what costs others
  /// little first, what empties the battery last. Idleness gives way before them.
  static let relaxationOrder: [Conditions] = [
    .screenOff, .unmetered, .network, .storageNotLow, .batteryNotLow, .power,
  ]

  /// The share of the window at which `condition` gives way where it is one of `prefers`: idleness at
  /// half, the others evenly from there to the end.
  package func relaxedShare(of condition: Conditions, among prefers: Conditions) -> Double {
    if condition == .idle { return relaxedIdleShare }
    let others = Self.relaxationOrder.filter { prefers.contains($0) }
    guard let index = others.firstIndex(of: condition), index < others.count - 1 else {
      return relaxedEndShare
    }
    let part = Double(index + 1) / Double(others.count)
    return relaxedIdleShare + (relaxedEndShare - relaxedIdleShare) * part
  }

  /// Those of what a request prefers that have given way at `now`.
  func relaxed(_ prefers: Conditions, in window: Window, at now: WallTime) -> Conditions {
    guard window.atLatest == .relax, !prefers.isEmpty else { return [] }
    var relaxed: Conditions = []
    for (_, condition) in Conditions.named where prefers.contains(condition) {
      if window.hasPassed(relaxedShare(of: condition, among: prefers), at: now) {
        relaxed.insert(condition)
      }
    }
    return relaxed
  }

  /// The moments at which what `request` prefers gives way.
  func relaxations(of request: Request) -> [WallTime?] {
    let window = closingWindow(of: request)
    guard window.atLatest == .relax, !request.terms.prefers.isEmpty else { return [] }
    return Conditions.named.filter { request.terms.prefers.contains($0.condition) }.map {
      window.moment(at: relaxedShare(of: $0.condition, among: request.terms.prefers))
    }
  }

  /// The window in whose course gates give way: the request's own. System work that names no latest date
  /// has one too, of days: its kinds hold it by default, and nobody may notice that they always do.
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

  /// From when on `request` runs in low-power mode on battery, since so much of its window has passed,
  /// or of its interval where it names no latest date: then the days after which it would relax are no
  /// window of its own. Nil where time alone never lets it.
  func lowPowerMoment(of request: Request) -> WallTime? {
    guard case .onBattery(let share) = rules(of: request.terms.kind).lowPower else { return nil }
    return (interval(of: request) ?? closingWindow(of: request)).moment(at: share)
  }

  /// The moments at which time alone changes what holds `request`.
  func moments(of request: Request) -> [WallTime] {
    let window = closingWindow(of: request)
    var moments = [window.opens, window.latest]
    if window.atLatest == .relax {
      moments.append(window.moment(at: relaxedIdleShare))
      moments += relaxations(of: request)
    }
    moments.append(lowPowerMoment(of: request))
    return moments.compactMap(\.self)
  }

  /// The whole interval of periodic work without a latest date, as a window.
  private func interval(of request: Request) -> Window? {
    guard request.window.latest == nil, let period = request.period else { return nil }
    let begin = period.interval(around: request.window.opens)
    return Window(opens: begin, latest: begin + period.every)
  }

  /// How long a request is worth running that names no latest date.
  package func lifetime(of kind: Kind, every: Duration?) -> Duration {
    switch kind.traits.lifetime {
    case .refresh: refreshLifetime
    case .processing: processingLifetime
    case .intervals: every.map { $0 * 2 } ?? otherLifetime
    }
  }
}

extension Request {
  /// The latest date, or where there is none the end of the request's lifetime.
  package func lifetimeEnd(_ settings: Settings) -> WallTime {
    window.latest ?? window.opens + settings.lifetime(of: terms.kind, every: period?.every)
  }

  /// The share of the window, or else of the lifetime, that has passed at `now`: 0 to 1.
  package func progress(at now: WallTime, _ settings: Settings) -> Double {
    let whole = Window(opens: window.opens, latest: lifetimeEnd(settings))
    return min(1, whole.progress(at: now) ?? 0)
  }
}
