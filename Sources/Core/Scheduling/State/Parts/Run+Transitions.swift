// The states of a run, their transitions, and the effects of each transition. Only this code changes the state of a
// run.
extension Run {
  /// A transition of a run.
  package enum Transition: Sendable {
    /// The command of its current step has begun.
    case begin
    /// The command reports that it is ready.
    case ready
    /// The run is asked once to make room; after that only its budget ends it.
    case askToDefer(StopReason)
    /// The run is notified that a preferred condition is lost, if it asked for that.
    case notify(StopReason)
    /// The run receives the signal before the end of its budget.
    case signalEarly
    /// The run has ended by the signal before the end of its budget, which it did not catch.
    case endByEarlySignal
    case freeze(StopReason)
    case thaw
    /// The run is warned, and killed after its grace.
    case expire(StopReason)
    /// The run has received its warning because the daemon that started it died. It is killed after its grace.
    case interrupt
    case kill(StopReason)
    /// No part of it is left.
    case end(Ending)
  }

  /// Applies a transition and returns its effects. If the present state does not accept the transition, nothing
  /// changes and there are no effects.
  package mutating func apply(_ transition: Transition, at now: AwakeTime) -> [Effect] {
    guard let next = phase(after: transition, at: now) else { return [] }
    let before = self
    // Changes of properties other than the phase.
    switch transition {
    case .begin: stepBegan = stepBegan ?? now
    case .ready:
      awaitsReadiness = false
      if next == .running { stepBegan = stepBegan ?? now }
    case .askToDefer: onLostPreference = nil
    case .signalEarly: earlySignal = nil
    case .thaw, .expire, .interrupt, .freeze: countFrozenTime(at: now)
    case .endByEarlySignal, .notify, .kill, .end: break
    }
    phase = next
    switch (before.phase, next) {
    case (.deferring(let reason), .frozen): deferralBeforeFreeze = reason
    case (.frozen, .frozen): break
    default: deferralBeforeFreeze = nil
    }
    return effects(of: transition, since: before)
  }

  /// Returns the phase after `transition`, by the table in docs/ARCHITECTURE.md; `nil` if the present phase does not
  /// accept it.
  func phase(after transition: Transition, at now: AwakeTime) -> Phase? {
    switch (phase, transition) {
    // A command that reports when it is ready stays in its launch. Only the first report of its begin is accepted.
    case (.launching, .begin):
      if !awaitsReadiness { .running } else { stepBegan == nil ? .launching : nil }
    case (.launching, .ready): awaitsReadiness ? .running : nil
    case (.ended, .ready): nil
    case (_, .ready): awaitsReadiness ? phase : nil
    case (.running, .askToDefer(let reason)): .deferring(reason)
    // It is asked only once. A notice of a lost preference, which has the same phase, was no such request.
    case (.deferring, .askToDefer(let reason)): wasOnlyNotified ? .deferring(reason) : nil
    case (.running, .notify(let reason)): onLostPreference == nil ? nil : .deferring(reason)
    case (.running, .signalEarly), (.deferring, .signalEarly): earlySignal == nil ? nil : phase
    case (.running, .endByEarlySignal): .expiring(.budget, until: now)
    case (.running, .freeze(let reason)), (.deferring, .freeze(let reason)):
      .frozen(reason, since: now)
    // A pause replaces a gate as the reason, or a gate a pause. Another gate changes nothing.
    case (.frozen(let before, _), .freeze(let reason)):
      (before == .paused) == (reason == .paused) ? nil : .frozen(reason, since: now)
    // A run that was asked to defer is not asked again.
    case (.frozen, .thaw): phaseAfterThaw
    case (.launching, .expire(let reason)), (.running, .expire(let reason)),
      (.deferring, .expire(let reason)), (.frozen, .expire(let reason)):
      .expiring(reason, until: now + grace)
    case (.launching, .interrupt), (.running, .interrupt), (.deferring, .interrupt),
      (.frozen, .interrupt):
      .expiring(.interrupted, until: now + grace)
    // The daemon that should have killed it no longer exists: it is killed again.
    case (.killed, .interrupt): phase
    case (.launching, .kill(let reason)), (.expiring, .kill(let reason)): .killed(reason)
    case (.ended, .end): nil
    case (_, .end(let ending)): .ended(ending)
    default: nil
    }
  }

  /// Replaces the reason for which it is stopped, of which its command already has a former one.
  mutating func replaceStopReason(by reason: StopReason) {
    switch phase {
    case .expiring(_, let end): phase = .expiring(reason, until: end)
    case .killed: phase = .killed(reason)
    case .launching, .running, .deferring, .frozen, .ended: break
    }
  }

  /// Returns the effects of a transition that was applied: signals, the record of the run, and announcements.
  ///
  /// - Parameter before: The run before the transition.
  private func effects(of transition: Transition, since before: Run) -> [Effect] {
    let recorded = Effect.change(.putRun(self))
    switch transition {
    case .begin, .ready: return [recorded]
    case .askToDefer(let reason), .expire(let reason):
      return [
        .immediate(.warn(self, reason)), recorded, .afterCommit(.announce(.warned(self, reason))),
      ]
    case .notify(let reason):
      guard let signal = onLostPreference else { return [recorded] }
      return [
        .immediate(.signal(self, signal, why: reason.text)), recorded,
        .afterCommit(.announce(.warned(self, reason))),
      ]
    case .signalEarly:
      guard let signal = before.earlySignal else { return [recorded] }
      return [.immediate(.signal(self, signal, why: "budgetEndsSoon")), recorded]
    // Its end is recorded in the same step.
    case .endByEarlySignal: return []
    case .freeze(let reason):
      return [.immediate(.freeze(self)), recorded, .afterCommit(.announce(.frozen(self, reason)))]
    case .thaw:
      return [.afterCommit(.thaw(self)), recorded, .afterCommit(.announce(.thawed(self)))]
    case .interrupt:
      if case .killed = before.phase { return [.immediate(.kill(self))] }
      return [recorded]
    case .kill(let reason):
      return [.immediate(.kill(self)), recorded, .afterCommit(.announce(.killing(self, reason)))]
    case .end(let ending): return [recorded, .afterCommit(.announce(.ended(self, ending)))]
    }
  }
}
