// The states of a run, which of them follows which, and what each step brings about. Nothing else changes
// the state of a run.
extension Run {
  /// What may happen to a run.
  package enum Transition: Sendable {
    /// The command of its present step has begun.
    case begin
    /// It says that it is ready.
    case ready
    /// It is asked once to make room; nothing but its budget ends it then.
    case askToDefer(StopReason)
    /// It hears that something it prefers is lost, if it asked for that.
    case tell(StopReason)
    /// It has the signal that comes before the end of its budget.
    case signalEarly
    /// It ended by that signal, which it did not catch.
    case heedEarlySignal
    case freeze(StopReason)
    case thaw
    /// It is warned, and killed after its grace.
    case expire(StopReason)
    /// It was warned by the death of the daemon that had begun it.
    case interrupt
    case kill(StopReason)
    /// Nothing is left of it.
    case end(Ending)
  }

  /// Takes it into its next state, and says what follows from that: nothing where this state does not
  /// take the transition, which then changes nothing.
  package mutating func apply(_ transition: Transition, at now: AwakeTime) -> [Effect] {
    guard let next = phase(after: transition, at: now) else { return [] }
    let before = self
    switch transition {
    case .begin: stepBegan = stepBegan ?? now
    case .ready:
      awaitsReadiness = false
      if next == .running { stepBegan = stepBegan ?? now }
    case .askToDefer: onLostPreference = nil
    case .signalEarly: earlySignal = nil
    case .thaw, .expire, .interrupt, .freeze: countFrozenTime(at: now)
    case .heedEarlySignal, .tell, .kill, .end: break
    }
    phase = next
    return followUps(of: transition, before)
  }

  /// The state that follows; nil where the present one does not take `transition`.
  func phase(after transition: Transition, at now: AwakeTime) -> Phase? {
    switch (phase, transition) {
    case (.launching, .begin):
      if !awaitsReadiness { .running } else { stepBegan == nil ? .launching : nil }
    case (.launching, .ready): awaitsReadiness ? .running : nil
    case (.ended, .ready): nil
    case (_, .ready): awaitsReadiness ? phase : nil
    case (.running, .askToDefer(let reason)): .deferring(reason)
    case (.deferring, .askToDefer(let reason)): wasOnlyTold ? .deferring(reason) : nil
    case (.running, .tell(let reason)): onLostPreference == nil ? nil : .deferring(reason)
    case (.running, .signalEarly), (.deferring, .signalEarly): earlySignal == nil ? nil : phase
    case (.running, .heedEarlySignal): .expiring(.budget, until: now)
    case (.running, .freeze(let reason)), (.deferring, .freeze(let reason)):
      .frozen(reason, since: now)
    // A pause in the place of a gate, or a gate behind a pause.
    case (.frozen(let before, _), .freeze(let reason)):
      (before == .paused) == (reason == .paused) ? nil : .frozen(reason, since: now)
    case (.frozen, .thaw): .running
    case (.launching, .expire(let reason)), (.running, .expire(let reason)),
      (.deferring, .expire(let reason)), (.frozen, .expire(let reason)):
      .expiring(reason, until: now + grace)
    case (.launching, .interrupt), (.running, .interrupt), (.deferring, .interrupt),
      (.frozen, .interrupt):
      .expiring(.interrupted, until: now + grace)
    // Whoever was to be told of it is gone.
    case (.killed, .interrupt): phase
    case (.launching, .kill(let reason)), (.expiring, .kill(let reason)): .killed(reason)
    case (.ended, .end): nil
    case (_, .end(let ending)): .ended(ending)
    default: nil
    }
  }

  /// - Parameter before: The run as it was.
  private func followUps(of transition: Transition, _ before: Run) -> [Effect] {
    let recorded = Effect.change(.putRun(self))
    switch transition {
    case .begin, .ready: return [recorded]
    case .askToDefer(let reason), .expire(let reason):
      return [.withdraw(.warn(self, reason)), recorded, .promise(.announce(.warned(self, reason)))]
    case .tell(let reason):
      guard let signal = onLostPreference else { return [recorded] }
      return [
        .withdraw(.signal(self, signal, why: reason.text)), recorded,
        .promise(.announce(.warned(self, reason))),
      ]
    case .signalEarly:
      guard let signal = before.earlySignal else { return [recorded] }
      return [.withdraw(.signal(self, signal, why: "budgetEndsSoon")), recorded]
    // Its end is recorded in the same step.
    case .heedEarlySignal: return []
    case .freeze(let reason):
      return [.withdraw(.freeze(self)), recorded, .promise(.announce(.frozen(self, reason)))]
    case .thaw: return [.promise(.thaw(self)), recorded, .promise(.announce(.thawed(self)))]
    case .interrupt:
      if case .killed = before.phase { return [.withdraw(.kill(self))] }
      return [recorded]
    case .kill(let reason):
      return [.withdraw(.kill(self)), recorded, .promise(.announce(.killing(self, reason)))]
    case .end(let ending): return [recorded, .promise(.announce(.ended(self, ending)))]
    }
  }
}
