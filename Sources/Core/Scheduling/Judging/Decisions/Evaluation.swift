/// The complete evaluation of one request at one moment, as codes: whether it starts, why it waits, and when the wait
/// ends. No other code combines the causes.
///
/// The evaluation joins parts with few inputs each: the request's own causes (`Request.holds`), the gates of the
/// device and of the app (`PolicyVerdicts`), the free slots (`Capacity`) and the forecast (`GateThresholds`). Texts
/// are made only for readers (`Explanation`).
struct Evaluation: Sendable {
  /// A cause of the wait, and the part that it comes from.
  enum Cause: Sendable {
    /// A date, a delay, crashes, its own condition, a pause, or quiet hours.
    case own(Reason)
    /// An earlier request of the same id runs.
    indirect case earlierRun(Run)
    /// No slot is free, or the request's group has no room.
    case crowding(Reason)
    case policy(PolicyVerdicts.Row, Reason)
    case forecast(GateThresholds.Hold)
    /// No cause holds the request, but this check must be made before the request starts.
    case trial(Reason)

    /// The code of the cause.
    var reason: Reason {
      switch self {
      case .own(let reason), .crowding(let reason), .policy(_, let reason), .trial(let reason):
        reason
      case .earlierRun: .running
      case .forecast(let hold): hold.reason
      }
    }
  }

  /// The forecast for requests of one gate profile, and the terms of this request. It has some kilobytes, and most
  /// requests have none.
  final class Forecast: Sendable {
    let thresholds: GateThresholds
    let terms: GateThresholds.Terms

    init(_ thresholds: GateThresholds, _ terms: GateThresholds.Terms) {
      (self.thresholds, self.terms) = (thresholds, terms)
    }
  }

  let candidate: Candidate
  let sharedRun: Shared<Run>?
  /// The state of the request's condition; `nil` if the condition was not checked.
  let check: ConditionCheck?
  /// The pause that holds the request; `nil` if there is none.
  let pause: Pause?
  /// The quiet hours that hold the request; `nil` if there are none.
  let quiet: QuietHold?
  let device: PolicyVerdicts
  let app: PolicyVerdicts
  let combination: Combination
  /// The combination as it would be if no other request of the group ran.
  let combinationOfFreeGroup: Combination
  /// Whether the forecast decides, since no other lasting cause holds the request. The end of a busy group's runs is
  /// unknown, so the forecast assumes that the group is free.
  let awaitsForecast: Bool
  /// The forecast; `nil` if there is none or it was not requested.
  private(set) var forecast: Forecast?
  /// The forecast's hold on a permitted request; `nil` if there is none.
  private(set) var forecastHold: GateThresholds.Hold?
  /// The causes of the request itself, of a pause and of quiet hours.
  private let own: [Reason]
  /// The reasons why the request has no room: no free slot, or a full group.
  private let crowding: [Reason]
  private let isAwaitingPoll: Bool
  private let isPast: Bool

  /// Evaluates all policies on `candidate`. `setForecast` adds the forecast.
  ///
  /// - Parameters:
  ///   - run: The live run of the request's key; `nil` if there is none.
  ///   - check: The state of the request's condition; `nil` if it was not checked.
  ///   - pause: The pause that holds the request; `nil` if there is none.
  ///   - quiet: The quiet hours that hold the request; `nil` if there are none.
  ///   - crowding: The reasons why the request has no room.
  ///   - isAwaitingPoll: Whether a poll of the unreported values is in progress.
  ///   - known: The verdicts of the device's policies; `nil` if they must be evaluated.
  init(
    _ candidate: Candidate, run: Run?, check: ConditionCheck?, pause: Pause?, quiet: QuietHold?,
    crowding: [Reason], isAwaitingPoll: Bool, device known: PolicyVerdicts?
  ) {
    self.candidate = candidate
    sharedRun = run.map { Shared($0) }
    self.check = check
    (self.pause, self.quiet) = (pause, quiet)
    var own = candidate.request.holds(check, at: candidate.now)
    if pause != nil { own.append(.paused) }
    if quiet != nil { own.append(.quiet) }
    // In the order in which reasons are shown, which pauses and quiet hours can break.
    if pause != nil || quiet != nil { own.sort() }
    self.own = own
    self.crowding = crowding
    self.isAwaitingPoll = isAwaitingPoll
    isPast = false
    device = known ?? PolicyVerdicts(Policies.ofDevice, on: candidate)
    app = PolicyVerdicts(Policies.ofApp, on: candidate)
    combination = device.combination.joined(app.combination)
    if candidate.isGroupBusy {
      let others = app.rows.lazy.filter { $0.verdict.reason != .group }.map(\.verdict)
      combinationOfFreeGroup = device.combination.joined(Combination(others))
    } else {
      combinationOfFreeGroup = combination
    }
    awaitsForecast =
      own.isEmpty && device.combination.sums != nil
      && combinationOfFreeGroup.decision == .canProceed
  }

  /// Creates an evaluation of the past, for which app states, forecasts and condition checks are not remembered.
  ///
  /// - Parameter own: The causes of the request itself, such as its earliest date.
  init(past candidate: Candidate, own: [Reason], crowding: [Reason]) {
    self.candidate = candidate
    sharedRun = nil
    check = nil
    pause = nil
    quiet = nil
    self.own = own
    self.crowding = crowding
    isAwaitingPoll = false
    isPast = true
    device = PolicyVerdicts(Policies.ofDevice, on: candidate)
    app = PolicyVerdicts()
    combination = device.combination
    combinationOfFreeGroup = combination
    awaitsForecast = false
  }

  /// Sets the forecast. If the forecast decides, also sets its hold on the request.
  mutating func setForecast(_ forecast: Forecast?) {
    self.forecast = forecast
    forecastHold =
      awaitsForecast ? forecast.flatMap { $0.thresholds.uncachedHold(of: $0.terms) } : nil
  }

  /// The live run of the request's key; `nil` if there is none.
  var run: Run? { sharedRun?.value }

  /// Whether the live run is the request's own, and not that of an earlier request of its id.
  var isRunning: Bool { sharedRun.map { $0.value.sequence == candidate.request.sequence } ?? false }

  /// The verdicts, in the order in which policies are shown.
  var rows: [PolicyVerdicts.Row] { PolicyVerdicts.rows(device, app) }

  /// The causes of the wait, each reason once; empty if the request would start, and during its run.
  var causes: [Cause] {
    var causes: [Cause] = []
    forEachCause { causes.append($0) }
    return causes
  }

  /// The reasons of the causes, without a list of these.
  var reasons: [Reason] {
    var reasons: [Reason] = []
    forEachCause { reasons.append($0.reason) }
    return reasons
  }

  /// Passes the causes of the wait to `body`.
  private func forEachCause(_ body: (Cause) -> Void) {
    if isRunning { return }
    var isHeld = false
    func pass(_ cause: Cause) {
      isHeld = true
      body(cause)
    }
    for reason in own { pass(.own(reason)) }
    if let run { pass(.earlierRun(run)) }
    for reason in crowding { pass(.crowding(reason)) }
    if !combination.decision.permits {
      PolicyVerdicts.forEachRow(device, app) { row in
        // The busy group is already named as crowding.
        guard combination.isHeld(by: row.verdict), let reason = row.verdict.reason,
          reason != .group
        else { return }
        pass(.policy(row, reason))
      }
    }
    if let forecastHold { pass(.forecast(forecastHold)) }
    // The checks of the past are not remembered.
    if !isHeld, !isPast { trials.forEach(body) }
  }

  /// Whether the request waits only for a slot or for its group.
  var awaitsRoom: Bool {
    if crowding.isEmpty { return false }
    let reasons = reasons
    return !reasons.isEmpty && reasons.allSatisfy(\.isLackOfRoom)
  }

  /// The checks to make before the start of a request that nothing else holds.
  private var trials: [Cause] {
    var trials: [Cause] = []
    if isAwaitingPoll, !unknownPaths.isEmpty { trials.append(.trial(.path)) }
    if candidate.request.terms.needs.condition != nil, check?.isPassed(at: candidate.now) != true {
      trials.append(.trial(.condition))
    }
    return trials
  }

  /// Paths that the request needs and that were not checked yet.
  var unknownPaths: [ExactString] {
    candidate.request.terms.needs.paths.filter { candidate.raw.isThere($0) == nil }
  }
}

extension Request {
  /// Returns the reasons of the request itself that hold it at `now`: its earliest date, quarantine or a retry delay, a
  /// change and requests that it waits for, and its condition.
  func holds(_ check: ConditionCheck?, at now: Instant) -> [Reason] {
    var reasons: [Reason] = []
    if now.wall < window.opens { reasons.append(.earliest) }
    // A quarantined request is not retried automatically.
    if progress.checkpoint.isQuarantined {
      reasons.append(.quarantined)
    } else if let backoffUntil = progress.backoffUntil, now.awake < backoffUntil {
      reasons.append(.backoff)
    }
    if awaitsChange { reasons.append(.unchanged) }
    if awaitsPredecessors { reasons.append(.dependency) }
    if let check, check.holds(at: now) { reasons.append(.condition) }
    return reasons
  }
}

extension ConditionCheck {
  /// Whether the condition succeeded, and that result is still valid at `now`.
  func isPassed(at now: Instant) -> Bool {
    if case .passed(let until) = self { now.boot < until } else { false }
  }

  /// Returns whether the check keeps the request waiting at `now`: it has not ended, or it has failed and is not
  /// repeated yet.
  fileprivate func holds(at now: Instant) -> Bool {
    switch self {
    case .waiting, .running: true
    case .failed(_, let until): now.awake < until
    case .passed: false
    }
  }
}
