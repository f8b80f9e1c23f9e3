/// When each class of kinds must be checked for possible starts.
struct DueChecks: Sendable {
  /// Some classes of kinds, without the memory of an array: they are asked for after each event.
  struct Kinds: Sendable {
    private var bits = 0

    var isEmpty: Bool { bits == 0 }

    func contains(_ kinds: KindRules.ConcurrencyClass) -> Bool { bits >> kinds.rawValue & 1 == 1 }

    mutating func insert(_ kinds: KindRules.ConcurrencyClass) { bits |= 1 << kinds.rawValue }
  }

  private struct Check: Sendable {
    var isDue = false
    /// When time may let a request start; `nil` if it cannot.
    var next: WallTime?
  }

  private var checks = [Check](
    repeating: Check(), count: KindRules.ConcurrencyClass.allCases.count)
  /// Further moments at which time may let a request of some kinds start, which are searched for.
  private var sought: [(kinds: KindRules.ConcurrencyClass, wake: SoughtWake)] = []

  /// Notes that a request of `kinds` may have become able to start.
  mutating func markDue(_ kinds: KindRules.ConcurrencyClass) {
    checks[kinds.rawValue].isDue = true
  }

  /// Notes that a request of any kind may have become able to start.
  mutating func markAllDue() {
    for kinds in KindRules.ConcurrencyClass.allCases { markDue(kinds) }
  }

  /// Marks the classes of kinds whose moment has come as due. They stay due until `removeDue`, even if no check is
  /// possible for long.
  mutating func markPassedDue(at now: WallTime) {
    for index in checks.indices {
      guard let next = checks[index].next, next <= now else { continue }
      checks[index] = Check(isDue: true)
      sought.removeAll { $0.kinds.rawValue == index }
    }
    while let passed = sought.first(where: { $0.wake.moment(until: now) <= now })?.kinds {
      checks[passed.rawValue] = Check(isDue: true)
      sought.removeAll { $0.kinds == passed }
    }
  }

  /// Whether a class of kinds must be checked now.
  var hasDue: Bool { checks.contains(where: \.isDue) }

  /// Returns the classes of kinds that are due for a check, and marks them as not due.
  mutating func removeDue() -> Kinds {
    var due = Kinds()
    for kinds in KindRules.ConcurrencyClass.allCases where checks[kinds.rawValue].isDue {
      checks[kinds.rawValue] = Check()
      due.insert(kinds)
    }
    if !sought.isEmpty, !due.isEmpty { sought.removeAll { due.contains($0.kinds) } }
    return due
  }

  /// Schedules a check of `kinds` at `moment`, unless an earlier one is scheduled; `nil` schedules none.
  mutating func schedule(_ kinds: KindRules.ConcurrencyClass, at moment: WallTime?) {
    guard let moment else { return }
    checks[kinds.rawValue].next = min(checks[kinds.rawValue].next ?? moment, moment)
  }

  /// Schedules a check of `kinds` at the wakes of `time`.
  ///
  /// - Parameter search: The search to whose result `time` refers; `nil` if it refers to none.
  mutating func schedule(
    _ kinds: KindRules.ConcurrencyClass, at time: RecheckTime, _ search: PriceSearch?
  ) {
    schedule(kinds, at: time.wakes)
    if let search, let notBefore = time.wakesForPrice {
      sought.append((kinds, SoughtWake(notBefore: notBefore, search: search)))
    }
  }

  /// Returns the time of the next check of a class of kinds with room, even if only for requests that insist on their
  /// latest date; `nil` if there is none. If the time is after `horizon`, possibly a time between the two.
  func next(
    in capacity: Capacity, until horizon: WallTime = WallTime(nanoseconds: .max)
  ) -> WallTime? {
    var next: WallTime?
    for kinds in KindRules.ConcurrencyClass.allCases
    where capacity.hasRoom(for: kinds, mustRun: true) {
      next = earlier(next, checks[kinds.rawValue].next)
    }
    for (kinds, wake) in sought where capacity.hasRoom(for: kinds, mustRun: true) {
      // A later moment than the next one changes nothing.
      next = earlier(next, wake.moment(until: min(horizon, next ?? horizon)))
    }
    return next
  }
}
