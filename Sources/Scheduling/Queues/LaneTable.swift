/// When each lane must be looked at for something to start.
struct LaneTable: Sendable {
  private struct Look: Sendable {
    var isDue = false
    /// When time alone may let something start.
    var next: WallTime?
  }

  private var looks = [Look](repeating: Look(), count: KindRules.Lane.allCases.count)

  /// Something may start in `lane` that could not before.
  mutating func look(at lane: KindRules.Lane) {
    looks[lane.rawValue].isDue = true
  }

  mutating func lookAtAll() {
    for lane in KindRules.Lane.allCases { look(at: lane) }
  }

  /// Makes lanes due whose moment has come: they are, and wait for no moment any more, however long
  /// nobody can look.
  mutating func follow(_ now: WallTime) {
    for lane in KindRules.Lane.allCases {
      guard let next = looks[lane.rawValue].next, next <= now else { continue }
      looks[lane.rawValue] = Look(isDue: true)
    }
  }

  /// The lanes that are due, which are then due no longer.
  mutating func takeDue() -> [KindRules.Lane] {
    guard looks.contains(where: \.isDue) else { return [] }
    let due = KindRules.Lane.allCases.filter { looks[$0.rawValue].isDue }
    for lane in due { looks[lane.rawValue] = Look() }
    return due
  }

  /// Lets `lane` be looked at again at `moment`, or earlier where that was said already; nil is never.
  mutating func lookAgain(at lane: KindRules.Lane, _ moment: WallTime?) {
    guard let moment else { return }
    looks[lane.rawValue].next = min(looks[lane.rawValue].next ?? moment, moment)
  }

  /// When the next lane must be looked at that has room, if only for what insists on its latest date.
  func next(in room: Room) -> WallTime? {
    var next: WallTime?
    for lane in KindRules.Lane.allCases where room.has(lane, insisting: true) {
      next = earlier(next, looks[lane.rawValue].next)
    }
    return next
  }
}
