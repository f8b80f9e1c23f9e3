/// The steps that freeze and thaw a unit. The calls are sequential, since systemd refuses a second concurrent call;
/// its answer shows the result.
///
/// systemd may be unable to freeze a unit, as without the version 2 hierarchy of cgroups. Its processes are then
/// stopped and continued by signals, like those of direct children.
struct UnitFreezing: Equatable {
  enum Step: Equatable {
    case freeze, thaw
    /// SIGSTOP and SIGCONT to all of its processes.
    case stopAll, continueAll

    var isFreezing: Bool { self == .freeze || self == .stopAll }
  }

  enum Answer: Equatable {
    case done, refused
    /// No answer arrived in time. The call may still be carried out.
    case overdue
    /// The bus connection was lost, or systemd ended.
    case unknown
  }

  /// Longest time for systemd to report that a unit is frozen. A unit whose processes hang in the kernel is never
  /// frozen.
  static let timeoutSeconds = 2.0

  private(set) var shouldBeFrozen = false
  /// Whether the unit is frozen; `nil` if it is unknown.
  private(set) var isFrozen: Bool? = false
  private(set) var stepInProgress: Step?
  /// Whether systemd has refused to freeze or thaw the unit, so that signals are used.
  private var usesSignals = false
  private var isBusLost = false

  /// Sets the wanted state and returns the next step; `nil` if the unit is in that state, or a step is in progress.
  mutating func setShouldBeFrozen(_ shouldBeFrozen: Bool) -> Step? {
    self.shouldBeFrozen = shouldBeFrozen
    return beginNextStep()
  }

  /// Handles the answer to the step in progress, and returns the next step; `nil` if there is none.
  mutating func handle(_ answer: Answer) -> Step? {
    guard let step = stepInProgress else { return nil }
    stepInProgress = nil
    switch answer {
    case .done: isFrozen = step.isFreezing
    case .overdue:
      // A unit that may be frozen unnoticed must continue: the freeze is abandoned, not the thaw.
      if step.isFreezing { shouldBeFrozen = false }
      isFrozen = nil
    case .unknown:
      isFrozen = nil
      isBusLost = true
    case .refused where step == .stopAll || step == .continueAll:
      // The unit has no process that could receive the signal.
      isFrozen = step.isFreezing
    case .refused:
      // systemd cannot freeze or thaw this unit.
      usesSignals = true
    }
    return beginNextStep()
  }

  /// Permits steps again after a loss of the bus, and returns the next one; `nil` if there is none.
  mutating func busDidReconnect() -> Step? {
    isBusLost = false
    return beginNextStep()
  }

  /// Takes over the state of a run of an earlier daemon, as reported by systemd, which does not know the effects of
  /// signals.
  mutating func restore(isFrozen: Bool, canFreeze: Bool) {
    shouldBeFrozen = isFrozen
    self.isFrozen = canFreeze ? isFrozen : nil
    usesSignals = !canFreeze
  }

  /// Marks the next step as in progress and returns it; `nil` if the unit is in the wanted state, a step is in
  /// progress, or the bus was lost.
  private mutating func beginNextStep() -> Step? {
    // An unknown state, `nil`, always differs from the wanted one.
    guard stepInProgress == nil, !isBusLost, isFrozen != shouldBeFrozen else { return nil }
    stepInProgress =
      if usesSignals {
        shouldBeFrozen ? .stopAll : .continueAll
      } else {
        shouldBeFrozen ? .freeze : .thaw
      }
    return stepInProgress
  }
}
