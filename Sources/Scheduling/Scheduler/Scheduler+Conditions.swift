import OrderedCollections

// Commands that decide whether a request may start: run as its owner, for a short time, and only when
// all else lets it start.
extension Scheduler {
  /// A condition that is being tried.
  struct Check: Sendable {
    var run: Run
    /// When it is killed, or, once it was, no longer waited for.
    var ends: AwakeTime
  }

  /// From here on, ids are those of checks. They are far above what runs have, and recorded nowhere.
  package static let firstCheck: RunID = 1 << 48

  /// What is known of the condition of `request`; nil where it has none, or was not tried.
  func check(of request: Request) -> ConditionCheck? {
    guard request.needs.condition != nil, let slot = requests.slot(of: request.key) else {
      return nil
    }
    return requests[slot]?.check
  }

  /// Tries the condition of `request`, or remembers to, and lets it wait meanwhile.
  mutating func check(
    _ condition: String, of request: Request, in slot: Int, at now: Instant
  ) {
    leaveQueue(slot)
    guard hasRoomForCheck(of: request.key.owner) else {
      requests[slot]?.check = .waiting
      return
    }
    defer { nextCheck += 1 }
    var run = Run(
      id: nextCheck, of: request, budget: settings.checkTime, grace: .zero, started: now,
      isForced: false)
    run.arguments = ["/bin/sh", "-c", condition]
    run.earlySignal = nil
    run.onLostPreference = nil
    run.awaitsReadiness = false
    checks[run.id] = Check(run: run, ends: now.awake + settings.checkTime)
    serve(run, at: now)
    requests[slot]?.check = .running(run.id)
    effects.append(.promise(.check(run, request)))
  }

  /// As with runs of a full class, users of whom none is being tried have places beyond.
  private func hasRoomForCheck(of owner: UInt32) -> Bool {
    if checks.count < settings.checksAtOnce { return true }
    return checks.count < 2 * settings.checksAtOnce
      && !checks.values.contains { $0.run.key.owner == owner }
  }

  /// Takes the end of a check. Returns whether it was one.
  mutating func endCheck(_ id: RunID, _ finish: Finish, at now: Instant) -> Bool {
    guard let check = checks.removeValue(forKey: id) else { return false }
    charge(check.run, until: now)
    if let slot = requests.slot(of: check.run.key), requests[slot]?.check == .running(id) {
      let result = result(of: check, finish, at: now)
      requests[slot]?.check = result
      if case .failed(_, let until) = result { agenda.add(slot, at: until) }
      markDirty(slot)
    }
    lookAtWaitingChecks()
    return true
  }

  private func result(of check: Check, _ finish: Finish, at now: Instant) -> ConditionCheck {
    if finish.isSuccess { return .passed(until: now.boot + settings.checkFreshness) }
    let text =
      if case .killed(.budget) = check.run.phase {
        "it took longer than \(settings.checkTime.notation)"
      } else if let failure = finish.launchFailure { failure } else if let signal = finish.signal {
        "signal \(signal)"
      } else { "exit \(finish.exit ?? -1)" }
    let words = finish.lastWords.map { ": \($0)" } ?? ""
    return .failed(text + words, until: now.awake + settings.checkInterval)
  }

  /// There is room for another check.
  private mutating func lookAtWaitingChecks() {
    for slot in 0..<requests.slotCount where requests[slot]?.check == .waiting {
      requests[slot]?.check = nil
      markDirty(slot)
    }
  }

  /// Ends checks that take too long, or whose result nobody waits for any more.
  mutating func superviseChecks(at now: Instant) {
    for (id, check) in Array(checks) {
      switch check.run.phase {
      case .killed where now.awake >= check.ends:
        // It was never launched, because what it was decided with could not be recorded.
        _ = endCheck(id, Finish(signal: 9), at: now)
      case .killed: break
      case _ where !isAwaited(check): killCheck(id, .cancelled, at: now)
      case _ where now.awake >= check.ends: killCheck(id, .budget, at: now)
      default: break
      }
    }
  }

  private func isAwaited(_ check: Check) -> Bool {
    guard let slot = requests.slot(of: check.run.key) else { return false }
    return requests[slot]?.check == .running(check.run.id)
  }

  mutating func killChecks(at now: Instant) {
    for id in Array(checks.keys) { killCheck(id, .shutdown, at: now) }
  }

  private mutating func killCheck(_ id: RunID, _ reason: StopReason, at now: Instant) {
    guard var check = checks[id], check.run.phase == .launching else { return }
    check.run.phase = .killed(reason)
    check.ends = now.awake + settings.launchTime
    checks[id] = check
    effects.append(.withdraw(.kill(check.run)))
  }

  /// When the next check has taken too long.
  var nextCheckEnd: AwakeTime? { checks.values.map(\.ends).min() }
}
