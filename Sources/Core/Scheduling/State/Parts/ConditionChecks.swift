import OrderedCollections

/// Commands that decide whether a request may start: run as its owner, for a short time, and only when all else
/// lets it start. What is being tried, and what came of it.
///
/// After a commit that failed what is being tried goes on; what came of others is tried again.
struct ConditionChecks: Sendable {
  private struct Trial: Sendable {
    var check: ConditionTrial
    /// When it is killed, or, once it was, no longer waited for.
    var ends: AwakeTime
    /// The slot that its request would start in is kept free for it meanwhile.
    var holdsSlot: Bool
  }

  private let settings: Shared<Settings>
  private var trials: OrderedDictionary<CheckID, Trial> = [:]
  private var nextID: CheckID = 1
  /// What is known of conditions, by the request and its sequence.
  private var known: OrderedDictionary<RequestKey, (sequence: Int64, check: ConditionCheck)> = [:]
  /// Whose condition has held since they last started. All others might start before them each time that it is tried
  /// again: the next try keeps a slot free.
  private var passed: Set<RequestKey> = []

  init(settings: Shared<Settings>) {
    self.settings = settings
  }

  /// As it is after a commit that failed.
  func reloaded() -> ConditionChecks {
    var checks = self
    checks.known = [:]
    checks.passed = []
    return checks
  }

  // MARK: Reading

  /// What is known of the condition of `request`; nil where it has none, or was not tried.
  subscript(request: Request) -> ConditionCheck? {
    guard request.terms.needs.condition != nil, let entry = known[request.key],
      entry.sequence == request.sequence
    else { return nil }
    return entry.check
  }

  /// Whether something is being tried.
  var isTrying: Bool { !trials.isEmpty }

  /// What is being tried, oldest first.
  var all: [ConditionTrial] { trials.values.map(\.check) }

  /// Those that are being tried while a slot is kept free, oldest first.
  var slotHolders: [ConditionTrial] { trials.values.lazy.filter(\.holdsSlot).map(\.check) }

  /// When conditions that did not hold are tried again.
  var retries: [(key: RequestKey, at: AwakeTime)] {
    known.elements.compactMap { key, entry in
      guard case .failed(_, let until) = entry.check else { return nil }
      return (key, until)
    }
  }

  /// When the next has taken too long.
  var nextEnd: AwakeTime? { trials.values.map(\.ends).min() }

  // MARK: Changes

  /// The request of `key` is gone, or is another one now.
  mutating func forget(_ key: RequestKey) {
    if !known.isEmpty { known[key] = nil }
    noteStart(of: key)
  }

  /// A run of the request of `key` has begun.
  mutating func noteStart(of key: RequestKey) {
    if !passed.isEmpty { passed.remove(key) }
  }

  /// Tries the condition of `request`, or notes that it waits for others.
  ///
  /// - Returns: What is to be launched; nil where it waits.
  mutating func begin(
    _ condition: String, of request: Request, at now: Instant
  ) -> ConditionTrial? {
    guard hasSlot(for: request.key.owner) else {
      known[request.key] = (request.sequence, .waiting)
      return nil
    }
    defer { nextID += 1 }
    let time = settings.value.checkTime
    let check = ConditionTrial(id: nextID, condition, of: request, time: time, started: now)
    trials[check.id] = Trial(
      check: check, ends: now.awake + time, holdsSlot: passed.contains(request.key))
    known[request.key] = (request.sequence, .running(check.id))
    return check
  }

  /// As with runs of a full class, users of whom none is being tried have places beyond.
  private func hasSlot(for owner: UInt32) -> Bool {
    if trials.count < settings.value.checksAtOnce { return true }
    return trials.count < 2 * settings.value.checksAtOnce
      && !trials.values.contains { $0.check.key.owner == owner }
  }

  /// What the end of a check brings about.
  struct End {
    var check: ConditionTrial
    /// When it is tried again.
    var retry: AwakeTime?
    var touched = Touched()
  }

  /// Takes the end of a check; nil where it was not being tried.
  mutating func end(_ id: CheckID, _ finish: ProcessExit, at now: Instant) -> End? {
    guard let trial = trials.removeValue(forKey: id) else { return nil }
    let key = trial.check.key
    var end = End(check: trial.check)
    if isAwaited(trial) {
      let result = result(of: trial, finish, at: now)
      known[key] = (trial.check.sequence, result)
      if case .failed(_, let until) = result {
        end.retry = until
        passed.remove(key)
      } else {
        passed.insert(key)
      }
      end.touched.requests.append(key)
    }
    if trial.holdsSlot { end.touched.inputs.formUnion(.capacity) }
    // There is a slot for another check.
    let waiting = known.elements.compactMap { $0.value.check == .waiting ? $0.key : nil }
    for key in waiting { known[key] = nil }
    end.touched.requests += waiting
    return end
  }

  private func isAwaited(_ trial: Trial) -> Bool {
    known[trial.check.key]?.check == .running(trial.check.id)
  }

  private func result(of trial: Trial, _ finish: ProcessExit, at now: Instant) -> ConditionCheck {
    if finish.isSuccess { return .passed(until: now.boot + settings.value.checkFreshness) }
    let text =
      if trial.check.killed == .budget {
        "timed out after \(settings.value.checkTime.notation)"
      } else if let failure = finish.launchFailure { failure } else if let signal = finish.signal {
        "signal \(signal)"
      } else { "exit \(finish.exit ?? -1)" }
    let words = finish.lastWords.map { ": \($0)" } ?? ""
    return .failed(text + words, until: now.awake + settings.value.checkInterval)
  }

  /// Kills checks that take too long, or whose result nobody waits for any more.
  ///
  /// - Returns: Those that were killed and have not ended: they were never launched, because what they were
  ///   decided with could not be recorded.
  mutating func supervise(at now: Instant) -> (lost: [CheckID], followUp: FollowUp) {
    var lost: [CheckID] = []
    var followUp = FollowUp()
    for (id, trial) in trials {
      let isOver = now.awake >= trial.ends
      if trial.check.killed != nil {
        if isOver { lost.append(id) }
      } else if !isAwaited(trial) {
        followUp.add(kill(id, .cancelled, at: now))
      } else if isOver {
        followUp.add(kill(id, .budget, at: now))
      }
    }
    return (lost, followUp)
  }

  mutating func killAll(at now: Instant) -> FollowUp {
    var followUp = FollowUp()
    for id in trials.keys { followUp.add(kill(id, .shutdown, at: now)) }
    return followUp
  }

  private mutating func kill(_ id: CheckID, _ reason: StopReason, at now: Instant) -> FollowUp {
    guard var trial = trials[id], trial.check.killed == nil else { return FollowUp() }
    trial.check.killed = reason
    trial.ends = now.awake + settings.value.launchTime
    trials[id] = trial
    return FollowUp(effects: [.withdraw(.killCheck(trial.check))])
  }
}
