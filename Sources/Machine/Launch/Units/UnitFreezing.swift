/// How a unit comes to be frozen, and to go on: one call after the other, since systemd refuses to be
/// told twice at once, and what it answers is what has become of it.
///
/// Where systemd does not freeze a unit (as without the version 2 hierarchy of cgroups), its processes
/// are stopped and continued by signals, as those of direct children are.
struct UnitFreezing: Equatable {
  enum Step: Equatable {
    case freeze, thaw
    /// SIGSTOP and SIGCONT to all of its processes.
    case stopAll, continueAll

    var isHolding: Bool { self == .freeze || self == .stopAll }
  }

  enum Answer: Equatable {
    case done, refused
    /// Nothing came in time. It may yet be done.
    case overdue
    /// The bus has gone, or systemd has.
    case unknown
  }

  /// How long systemd may take to say that a unit is frozen. One whose processes hang in the kernel
  /// never is.
  static let patienceSeconds = 2.0

  private(set) var isWanted = false
  /// Nil where nobody knows.
  private(set) var isHeld: Bool? = false
  private(set) var underWay: Step?
  private var isRefused = false
  private var isLost = false

  /// What is to be done next for this to be so; nil where it is, or something is under way.
  mutating func want(_ isWanted: Bool) -> Step? {
    self.isWanted = isWanted
    return next()
  }

  /// Takes the answer to what was under way, and says what is to be done now.
  mutating func take(_ answer: Answer) -> Step? {
    guard let step = underWay else { return nil }
    underWay = nil
    switch answer {
    case .done: isHeld = step.isHolding
    case .overdue:
      // What may be frozen without anybody's knowledge must go on: the freeze is given up, not the thaw.
      if step.isHolding { isWanted = false }
      isHeld = nil
    case .unknown: (isHeld, isLost) = (nil, true)
    case .refused where step == .stopAll || step == .continueAll:
      // There is no process to be told.
      isHeld = step.isHolding
    case .refused: isRefused = true
    }
    return next()
  }

  /// The bus is there again.
  mutating func comeBack() -> Step? {
    isLost = false
    return next()
  }

  /// Of a run that an earlier daemon has begun: how it is by systemd's account, which knows nothing of
  /// what was done by signals.
  mutating func adopt(isFrozen: Bool, canFreeze: Bool) {
    isWanted = isFrozen
    isHeld = canFreeze ? isFrozen : nil
    isRefused = !canFreeze
  }

  private mutating func next() -> Step? {
    guard underWay == nil, !isLost, isHeld != isWanted else { return nil }
    underWay =
      if isRefused { isWanted ? .stopAll : .continueAll } else { isWanted ? .freeze : .thaw }
    return underWay
  }
}
