/// When each class of kinds must be looked at for something to start.
struct DueLooks: Sendable {
  private struct Look: Sendable {
    var isDue = false
    /// When time alone may let something start.
    var next: WallTime?
  }

  private var looks = [Look](
    repeating: Look(), count: KindRules.ConcurrencyClass.allCases.count)

  /// Something of `kinds` may start that could not before.
  mutating func look(at kinds: KindRules.ConcurrencyClass) {
    looks[kinds.rawValue].isDue = true
  }

  mutating func lookAtAll() {
    for kinds in KindRules.ConcurrencyClass.allCases { look(at: kinds) }
  }

  /// Makes those due whose moment has come: they are, and wait for no moment any more, however long
  /// nobody can look.
  mutating func follow(_ now: WallTime) {
    for index in looks.indices {
      guard let next = looks[index].next, next <= now else { continue }
      looks[index] = Look(isDue: true)
    }
  }

  var hasDue: Bool { looks.contains(where: \.isDue) }

  /// Those that are due, which are then due no longer.
  mutating func takeDue() -> [KindRules.ConcurrencyClass] {
    guard hasDue else { return [] }
    let due = KindRules.ConcurrencyClass.allCases.filter { looks[$0.rawValue].isDue }
    for kinds in due { looks[kinds.rawValue] = Look() }
    return due
  }

  /// Lets `kinds` be looked at again at `moment`, or earlier where that was said already; nil is never.
  mutating func lookAgain(at kinds: KindRules.ConcurrencyClass, _ moment: WallTime?) {
    guard let moment else { return }
    looks[kinds.rawValue].next = min(looks[kinds.rawValue].next ?? moment, moment)
  }

  /// When the next must be looked at that have a free slot, if only for what insists on its latest date.
  func next(in capacity: Capacity) -> WallTime? {
    var next: WallTime?
    for kinds in KindRules.ConcurrencyClass.allCases where capacity.has(kinds, insisting: true) {
      next = earlier(next, looks[kinds.rawValue].next)
    }
    return next
  }
}
