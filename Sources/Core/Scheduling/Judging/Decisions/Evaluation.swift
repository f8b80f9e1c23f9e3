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

    /// Whether only a slot or room in the group is missing.
    fileprivate var isCrowding: Bool {
      if case .crowding = self { true } else { false }
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
    let ofPauseAndHours: [Reason] =
      (pause == nil ? [] : [.paused]) + (quiet == nil ? [] : [.quiet])
    let ofRequest = candidate.request.holds(check, at: candidate.now)
    // In the order in which reasons are shown.
    own = ofPauseAndHours.isEmpty ? ofRequest : (ofRequest + ofPauseAndHours).sorted()
    self.crowding = crowding
    self.isAwaitingPoll = isAwaitingPoll
    isPast = false
    device = known ?? PolicyVerdicts(Policies.ofDevice, on: candidate)
    app = PolicyVerdicts(Policies.ofApp, on: candidate)
    combination = device.combination.joined(app.combination)
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
  }

  /// Whether the forecast decides, since no other lasting cause holds the request. The end of a busy group's runs is
  /// unknown, so the forecast assumes that the group is free.
  var awaitsForecast: Bool {
    own.isEmpty && device.combination.sums != nil
      && combinationOfFreeGroup.decision == .canProceed
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

  /// The combination as it would be if no other request of the group ran.
  var combinationOfFreeGroup: Combination {
    guard candidate.isGroupBusy else { return combination }
    let others = app.rows.lazy.filter { $0.verdict.reason != .group }.map(\.verdict)
    return device.combination.joined(Combination(others))
  }

  /// The verdicts, in the order in which policies are shown.
  var rows: [PolicyVerdicts.Row] { PolicyVerdicts.rows(device, app) }

  /// The causes of the wait, each reason once; empty if the request would start, and during its run.
  var causes: [Cause] {
    if isRunning { return [] }
    var causes = own.map(Cause.own)
    if let run { causes.append(.earlierRun(run)) }
    causes += crowding.map(Cause.crowding)
    if !combination.decision.permits {
      for row in rows where combination.isHeld(by: row.verdict) {
        // The busy group is already named as crowding.
        if let reason = row.verdict.reason, reason != .group { causes.append(.policy(row, reason)) }
      }
    }
    if let forecastHold { causes.append(.forecast(forecastHold)) }
    // The checks of the past are not remembered.
    return causes.isEmpty && !isPast ? trials : causes
  }

  var reasons: [Reason] { causes.map(\.reason) }

  /// Whether the request waits only for a slot or for its group.
  var awaitsRoom: Bool {
    if crowding.isEmpty { return false }
    let causes = causes
    return !causes.isEmpty && causes.allSatisfy(\.isCrowding)
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
