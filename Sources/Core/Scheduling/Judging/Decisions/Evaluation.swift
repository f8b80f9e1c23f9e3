/// All that there is to say of one request at one moment, as codes: whether it starts, why it waits, what
/// ends the wait and what it has waited for are read from this. Nothing else puts together what holds.
///
/// It joins parts that each read little: what the request brings about itself (`Request.holds`), the gates
/// of the device and those of the app (`PolicyVerdicts`), the free slots (`Capacity`) and the forecast
/// (`GateThresholds`). Texts are made of it where somebody reads them (`Explanation`).
struct Evaluation: Sendable {
  /// One thing that keeps the request waiting, and the part that it comes from.
  enum Cause: Sendable {
    /// A date, a delay, crashes or a condition of its own, or that somebody has paused it.
    case own(Reason)
    /// An earlier request of its id runs.
    case earlierRun(Run)
    /// No free slot, or a run of its group.
    case crowding(Reason)
    case policy(PolicyVerdicts.Row, Reason)
    case forecast(GateThresholds.Hold)
    /// Nothing holds it, but this has to be seen before it starts.
    case trial(Reason)

    var reason: Reason {
      switch self {
      case .own(let reason), .crowding(let reason), .policy(_, let reason), .trial(let reason):
        reason
      case .earlierRun: .running
      case .forecast(let hold): hold.reason
      }
    }
  }

  /// What the forecast says to requests behind one gate, and as what this one asks.
  struct Forecast {
    let thresholds: GateThresholds
    let terms: GateThresholds.Terms
  }

  let candidate: Candidate
  /// The live run of its key.
  let run: Run?
  /// What is known of its condition.
  let check: ConditionCheck?
  /// What somebody has paused it by.
  let pause: Pause?
  let device: PolicyVerdicts
  let app: PolicyVerdicts
  let combination: Combination
  /// Nil without a forecast, and where nobody asked for it.
  private(set) var forecast: Forecast?
  /// What the forecast holds back of what is permitted.
  private(set) var forecastHold: GateThresholds.Hold?
  private let own: [Reason]
  private let crowding: [Reason]
  private let isAwaitingLook: Bool
  private let isPast: Bool

  /// - Parameter crowding: What leaves no room for it.
  /// - Parameter isAwaitingLook: The machine is being looked at for what nobody tells.
  /// - Parameter device: What the device's policies say, where that is known.
  init(
    _ candidate: Candidate, run: Run?, check: ConditionCheck?, pause: Pause?, crowding: [Reason],
    isAwaitingLook: Bool, device known: PolicyVerdicts?
  ) {
    self.candidate = candidate
    self.run = run
    self.check = check
    self.pause = pause
    let held = candidate.request.holds(check, at: candidate.now)
    own = pause == nil ? held : (held + [.paused]).sorted()
    self.crowding = crowding
    self.isAwaitingLook = isAwaitingLook
    isPast = false
    device = known ?? PolicyVerdicts(Policies.ofDevice, on: candidate)
    app = PolicyVerdicts(Policies.ofApp, on: candidate)
    combination = device.combination.joined(app.combination)
  }

  /// Of the past, of which is not remembered what apps did, what was foreseen and what had been tried.
  ///
  /// - Parameter own: What it brought about itself.
  init(past candidate: Candidate, own: [Reason], crowding: [Reason]) {
    self.candidate = candidate
    run = nil
    check = nil
    pause = nil
    self.own = own
    self.crowding = crowding
    isAwaitingLook = false
    isPast = true
    device = PolicyVerdicts(Policies.ofDevice, on: candidate)
    app = PolicyVerdicts()
    combination = device.combination
  }

  /// Whether the forecast decides: all else that lasts lets it start. For how long a group is busy nobody
  /// knows, and what is foreseen is foreseen for a free one.
  var awaitsForecast: Bool {
    own.isEmpty && device.combination.sums != nil
      && combinationOfFreeGroup.decision == .canProceed
  }

  mutating func take(_ forecast: Forecast?) {
    self.forecast = forecast
    forecastHold = awaitsForecast ? forecast.flatMap { $0.thresholds.heldBy($0.terms) } : nil
  }

  /// Whether the live run is its own.
  var isRunning: Bool { run.map { $0.sequence == candidate.request.sequence } ?? false }

  /// As it would be if no other request of its group ran.
  var combinationOfFreeGroup: Combination {
    guard candidate.groupIsBusy else { return combination }
    let others = app.rows.lazy.filter { $0.verdict.reason != .group }.map(\.verdict)
    return device.combination.joined(Combination(others))
  }

  /// All verdicts, in the order in which policies are shown.
  var rows: [PolicyVerdicts.Row] {
    (device.rows + app.rows).sorted { $0.place < $1.place }
  }

  /// All that keeps it waiting at once, each reason once; empty where it would start, and where it runs.
  var causes: [Cause] {
    if isRunning { return [] }
    var causes = own.map(Cause.own)
    if let run { causes.append(.earlierRun(run)) }
    causes += crowding.map(Cause.crowding)
    for row in rows where combination.isHeld(by: row.verdict) {
      // What crowds it was named already.
      if let reason = row.verdict.reason, reason != .group { causes.append(.policy(row, reason)) }
    }
    if let forecastHold { causes.append(.forecast(forecastHold)) }
    return causes.isEmpty && !isPast ? trials : causes
  }

  var reasons: [Reason] { causes.map(\.reason) }

  /// Whether nothing but a slot, or its group, keeps it waiting.
  var awaitsRoom: Bool {
    let causes = causes
    return !causes.isEmpty
      && causes.allSatisfy { if case .crowding = $0 { true } else { false } }
  }

  /// What has to be seen before a request starts that nothing else holds.
  private var trials: [Cause] {
    var trials: [Cause] = []
    if isAwaitingLook, !unknownPaths.isEmpty { trials.append(.trial(.path)) }
    if candidate.request.terms.needs.condition != nil, check?.isPassed(at: candidate.now) != true {
      trials.append(.trial(.condition))
    }
    return trials
  }

  /// Paths that it needs and that nobody has looked for yet.
  var unknownPaths: [ExactString] {
    candidate.request.terms.needs.paths.filter { candidate.raw.isThere($0) == nil }
  }
}

extension Request {
  /// What it brings about itself: dates, a delay, crashes and its condition.
  func holds(_ check: ConditionCheck?, at now: Instant) -> [Reason] {
    var reasons: [Reason] = []
    if now.wall < window.opens { reasons.append(.earliest) }
    // What is quarantined is not tried again by itself.
    if progress.checkpoint.isQuarantined {
      reasons.append(.quarantined)
    } else if let backoffUntil = progress.backoffUntil, now.awake < backoffUntil {
      reasons.append(.backoff)
    }
    if awaitsChange { reasons.append(.unchanged) }
    if let check, check.holds(at: now) { reasons.append(.condition) }
    return reasons
  }
}

extension ConditionCheck {
  func isPassed(at now: Instant) -> Bool {
    if case .passed(let until) = self { now.boot < until } else { false }
  }

  /// Whether it keeps the request waiting.
  fileprivate func holds(at now: Instant) -> Bool {
    switch self {
    case .waiting, .running: true
    case .failed(_, let until): now.awake < until
    case .passed: false
    }
  }
}
