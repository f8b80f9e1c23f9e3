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

    var isHolding: Bool { self == .freeze || self == .stopAll }
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
  static let patienceSeconds = 2.0

  private(set) var isWanted = false
  /// Whether the unit is frozen; `nil` if it is unknown.
  private(set) var isHeld: Bool? = false
  private(set) var underWay: Step?
  private var isRefused = false
  private var isLost = false

  /// Sets the wanted state and returns the next step; `nil` if the unit is in that state, or a step is in progress.
  mutating func want(_ isWanted: Bool) -> Step? {
    self.isWanted = isWanted
    return next()
  }

  /// Handles the answer to the step in progress, and returns the next step; `nil` if there is none.
  mutating func handle(_ answer: Answer) -> Step? {
    guard let step = underWay else { return nil }
    underWay = nil
    switch answer {
    case .done: isHeld = step.isHolding
    case .overdue:
      // A unit that may be frozen unnoticed must continue: the freeze is abandoned, not the thaw.
      if step.isHolding { isWanted = false }
      isHeld = nil
    case .unknown: (isHeld, isLost) = (nil, true)
    case .refused where step == .stopAll || step == .continueAll:
      // There is no process to signal.
      isHeld = step.isHolding
    case .refused: isRefused = true
    }
    return next()
  }

  /// Permits steps again after a loss of the bus, and returns the next one; `nil` if there is none.
  mutating func busDidReconnect() -> Step? {
    isLost = false
    return next()
  }

  /// Takes over the state of a run of an earlier daemon, as reported by systemd, which does not know the effects of
  /// signals.
  mutating func adopt(isFrozen: Bool, canFreeze: Bool) {
    isWanted = isFrozen
    isHeld = canFreeze ? isFrozen : nil
    isRefused = !canFreeze
  }

  /// Marks the next step as in progress and returns it; `nil` if the unit is in the wanted state, a step is in
  /// progress, or the bus was lost.
  private mutating func next() -> Step? {
    guard underWay == nil, !isLost, isHeld != isWanted else { return nil }
    underWay =
      if isRefused { isWanted ? .stopAll : .continueAll } else { isWanted ? .freeze : .thaw }
    return underWay
  }
}
