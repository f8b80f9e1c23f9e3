/// When each class of kinds must be checked for possible starts.
struct DueChecks: Sendable {
  private struct Check: Sendable {
    var isDue = false
    /// When time may let a request start; `nil` if it cannot.
    var next: WallTime?
  }

  private var checks = [Check](
    repeating: Check(), count: KindRules.ConcurrencyClass.allCases.count)

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
    }
  }

  /// Whether a class of kinds must be checked now.
  var hasDue: Bool { checks.contains(where: \.isDue) }

  /// Returns the classes of kinds that are due for a check, and marks them as not due.
  mutating func removeDue() -> [KindRules.ConcurrencyClass] {
    guard hasDue else { return [] }
    let due = KindRules.ConcurrencyClass.allCases.filter { checks[$0.rawValue].isDue }
    for kinds in due { checks[kinds.rawValue] = Check() }
    return due
  }

  /// Schedules a check of `kinds` at `moment`, unless an earlier one is scheduled; `nil` schedules none.
  mutating func schedule(_ kinds: KindRules.ConcurrencyClass, at moment: WallTime?) {
    guard let moment else { return }
    checks[kinds.rawValue].next = min(checks[kinds.rawValue].next ?? moment, moment)
  }

  /// Returns the time of the next check of a class of kinds with room, even if only for requests that insist on their
  /// latest date; `nil` if there is none.
  func next(in capacity: Capacity) -> WallTime? {
    var next: WallTime?
    for kinds in KindRules.ConcurrencyClass.allCases
    where capacity.hasRoom(for: kinds, mustRun: true) {
      next = earlier(next, checks[kinds.rawValue].next)
    }
    return next
  }
}
