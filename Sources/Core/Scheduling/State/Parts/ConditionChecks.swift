import OrderedCollections

/// Condition checks in progress, and their results. A check is a command that decides whether a request may start. It
/// runs as the owner, for a short time, only if everything else allows the start.
///
/// After a failed commit, checks in progress continue; other results are dropped and checked again.
struct ConditionChecks: Sendable {
  /// A check in progress, with its time limit.
  private struct Trial: Sendable {
    var check: ConditionTrial
    /// When the check is killed, or, after that, no longer waited for.
    var ends: AwakeTime
    /// Whether the slot of its request is kept free meanwhile.
    var holdsSlot: Bool
  }

  private let settings: Shared<Settings>
  private var trials: OrderedDictionary<CheckID, Trial> = [:]
  private var nextID: CheckID = 1
  /// The known states of conditions, by the request and its sequence.
  private var stateOfRequest:
    OrderedDictionary<RequestKey, (sequence: Int64, check: ConditionCheck)> = [:]
  /// Requests whose condition has passed since their last start. Other requests might start first each time the
  /// condition is checked again, so the next check keeps a slot free.
  private var passedSinceStart: Set<RequestKey> = []

  init(settings: Shared<Settings>) {
    self.settings = settings
  }

  /// Returns the state after a failed commit: checks in progress continue, but all results are forgotten.
  func reloaded() -> ConditionChecks {
    var checks = self
    checks.stateOfRequest = [:]
    checks.passedSinceStart = []
    return checks
  }

  // MARK: Reading

  /// Returns the state of the condition of `request`; `nil` if it has none, or was not checked.
  subscript(request: Request) -> ConditionCheck? {
    guard request.terms.needs.condition != nil, let entry = stateOfRequest[request.key],
      entry.sequence == request.sequence
    else { return nil }
    return entry.check
  }

  /// Whether a check is in progress.
  var isTrying: Bool { !trials.isEmpty }

  /// The checks in progress, oldest first.
  var all: [ConditionTrial] { trials.values.map(\.check) }

  /// The checks in progress that keep a slot free, oldest first.
  var slotHolders: [ConditionTrial] { trials.values.lazy.filter(\.holdsSlot).map(\.check) }

  /// When failed conditions are checked again.
  var retries: [(key: RequestKey, at: AwakeTime)] {
    stateOfRequest.elements.compactMap { key, entry in
      guard case .failed(_, let until) = entry.check else { return nil }
      return (key, until)
    }
  }

  /// When the next check has taken too long; `nil` if none is in progress.
  var nextEnd: AwakeTime? { trials.values.map(\.ends).min() }

  // MARK: Changes

  /// Forgets the result of the condition of `key`, whose request was removed or replaced.
  mutating func forget(_ key: RequestKey) {
    if !stateOfRequest.isEmpty { stateOfRequest[key] = nil }
    noteStart(of: key)
  }

  /// Notes that a run of the request of `key` has begun.
  mutating func noteStart(of key: RequestKey) {
    if !passedSinceStart.isEmpty { passedSinceStart.remove(key) }
  }

  /// Begins the check of the condition of `request`, or notes that it waits for other checks.
  ///
  /// - Returns: The check to launch; `nil` if it waits.
  mutating func begin(
    _ condition: String, of request: Request, at now: Instant
  ) -> ConditionTrial? {
    guard hasSlot(for: request.key.owner) else {
      stateOfRequest[request.key] = (request.sequence, .waiting)
      return nil
    }
    defer { nextID += 1 }
    let time = settings.value.checkTime
    let check = ConditionTrial(id: nextID, condition, of: request, time: time, started: now)
    trials[check.id] = Trial(
      check: check, ends: now.awake + time, holdsSlot: passedSinceStart.contains(request.key))
    stateOfRequest[request.key] = (request.sequence, .running(check.id))
    return check
  }

  /// Returns whether another check of `owner` may run: fewer than `checksAtOnce` are in progress. Users without a check
  /// in progress share as many extra checks, so that one user's checks do not delay another's.
  private func hasSlot(for owner: UInt32) -> Bool {
    let limit = settings.value.checksAtOnce
    if trials.count < limit { return true }
    let hasOwnCheck = trials.values.contains { $0.check.key.owner == owner }
    return !hasOwnCheck && trials.count < 2 * limit
  }

  /// The consequences of the end of a check.
  struct End {
    var check: ConditionTrial
    /// When it is checked again; `nil` if it is not.
    var retry: AwakeTime?
    var touched = Touched()
  }

  /// Removes an ended check, records its result if its request still awaits it, and releases requests that wait for a
  /// free check. Returns the consequences; `nil` if the check was not in progress.
  mutating func end(_ id: CheckID, _ processExit: ProcessExit, at now: Instant) -> End? {
    guard let trial = trials.removeValue(forKey: id) else { return nil }
    let key = trial.check.key
    var end = End(check: trial.check)
    if isAwaited(trial) {
      let result = result(of: trial, processExit, at: now)
      stateOfRequest[key] = (trial.check.sequence, result)
      if case .failed(_, let until) = result {
        end.retry = until
        passedSinceStart.remove(key)
      } else {
        passedSinceStart.insert(key)
      }
      end.touched.requests.append(key)
    }
    if trial.holdsSlot { end.touched.inputs.formUnion(.capacity) }
    // A place for another check is free: the requests that wait for one are evaluated again.
    let waiting = stateOfRequest.elements.compactMap { key, entry in
      entry.check == .waiting ? key : nil
    }
    for key in waiting { stateOfRequest[key] = nil }
    end.touched.requests += waiting
    return end
  }

  /// Returns whether the request still waits for this check: it was not removed or replaced since the check began.
  private func isAwaited(_ trial: Trial) -> Bool {
    stateOfRequest[trial.check.key]?.check == .running(trial.check.id)
  }

  /// Returns the result of an ended check: passed, with the end of its validity, or failed, with the cause for people
  /// and the time of the next check.
  private func result(of trial: Trial, _ processExit: ProcessExit, at now: Instant)
    -> ConditionCheck
  {
    if processExit.isSuccess { return .passed(until: now.boot + settings.value.checkFreshness) }
    let cause =
      if trial.check.killed == .budget {
        "timed out after \(settings.value.checkTime.notation)"
      } else if let failure = processExit.launchFailure {
        failure
      } else if let signal = processExit.signal {
        "signal \(signal)"
      } else { "exit \(processExit.exit ?? -1)" }
    let output = processExit.lastWords.map { ": \($0)" } ?? ""
    return .failed(cause + output, until: now.awake + settings.value.checkInterval)
  }

  /// Kills checks that take too long, or whose result is no longer needed.
  ///
  /// - Returns: The checks that were killed before, and whose end was not reported in time: they were never launched,
  ///   because the decision could not be committed. The follow-up contains the new kills.
  mutating func supervise(at now: Instant) -> (unreported: [CheckID], followUp: FollowUp) {
    var unreported: [CheckID] = []
    var followUp = FollowUp()
    for (id, trial) in trials {
      let isTimeOver = now.awake >= trial.ends
      if trial.check.killed != nil {
        if isTimeOver { unreported.append(id) }
      } else if !isAwaited(trial) {
        followUp.add(kill(id, .cancelled, at: now))
      } else if isTimeOver {
        followUp.add(kill(id, .budget, at: now))
      }
    }
    return (unreported, followUp)
  }

  /// Kills every check in progress, because the daemon is about to stop. Returns the effects.
  mutating func killAll(at now: Instant) -> FollowUp {
    var followUp = FollowUp()
    for id in trials.keys { followUp.add(kill(id, .shutdown, at: now)) }
    return followUp
  }

  /// Kills a check for `reason`, and awaits its end for at most `launchTime`. Does nothing if it is not in progress, or
  /// is already being killed.
  private mutating func kill(_ id: CheckID, _ reason: StopReason, at now: Instant) -> FollowUp {
    guard var trial = trials[id], trial.check.killed == nil else { return FollowUp() }
    trial.check.killed = reason
    trial.ends = now.awake + settings.value.launchTime
    trials[id] = trial
    return FollowUp(effects: [.immediate(.killCheck(trial.check))])
  }
}
