/// When each class of kinds must be checked for possible starts.
struct DueLooks: Sendable {
  private struct Look: Sendable {
    var isDue = false
    /// When time may let a request start; `nil` if it cannot.
    var next: WallTime?
  }

  private var looks = [Look](
    repeating: Look(), count: KindRules.ConcurrencyClass.allCases.count)

  /// Notes that a request of `kinds` may have become able to start.
  mutating func look(at kinds: KindRules.ConcurrencyClass) {
    looks[kinds.rawValue].isDue = true
  }

  mutating func lookAtAll() {
    for kinds in KindRules.ConcurrencyClass.allCases { look(at: kinds) }
  }

  /// Marks the classes whose moment has come as due. They stay due, however long a check is impossible.
  mutating func follow(_ now: WallTime) {
    for index in looks.indices {
      guard let next = looks[index].next, next <= now else { continue }
      looks[index] = Look(isDue: true)
    }
  }

  var hasDue: Bool { looks.contains(where: \.isDue) }

  /// Returns the due classes, and marks them as not due.
  mutating func takeDue() -> [KindRules.ConcurrencyClass] {
    guard hasDue else { return [] }
    let due = KindRules.ConcurrencyClass.allCases.filter { looks[$0.rawValue].isDue }
    for kinds in due { looks[kinds.rawValue] = Look() }
    return due
  }

  /// Schedules a check of `kinds` at `moment`, unless an earlier one is scheduled; `nil` schedules none.
  mutating func lookAgain(at kinds: KindRules.ConcurrencyClass, _ moment: WallTime?) {
    guard let moment else { return }
    looks[kinds.rawValue].next = min(looks[kinds.rawValue].next ?? moment, moment)
  }

  /// Returns the next check of the classes with room, if only for requests that insist on their latest date; `nil` if
  /// there is none.
  func next(in capacity: Capacity) -> WallTime? {
    var next: WallTime?
    for kinds in KindRules.ConcurrencyClass.allCases where capacity.has(kinds, insisting: true) {
      next = earlier(next, looks[kinds.rawValue].next)
    }
    return next
  }
}
