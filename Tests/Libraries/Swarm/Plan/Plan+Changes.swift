import Scheduling

// The paths and keys that requests watch, and reports of their changes.
extension Plan {
  /// Paths and keys, the same for every user.
  static let watched: [ExactString] = ["/home/me/in", "/home/me/out", "mail", "clock"]

  func addTrigger(to submission: inout Submission, _ random: inout RandomSource) {
    (submission.terms.every, submission.terms.calendar, submission.terms.flex) = (nil, [], nil)
    submission.terms.run.isExact = false
    var trigger = ChangeTrigger()
    trigger.watched = Self.watched.filter { _ in random.isOne(in: 2) }
    if trigger.watched.isEmpty { trigger.watched = [random.pick(Self.watched)] }
    if random.isOne(in: 3) { trigger.atMost = .seconds(random.pick([60, 3600])) }
    if random.isOne(in: 4) {
      trigger.updateDelay = .seconds(10)
      if random.isOne(in: 2) { trigger.longestDelay = .seconds(30) }
    }
    submission.terms.needs.changes = trigger
  }

  /// Returns the reported changes of watched paths and keys with the action of this number; empty for most actions.
  /// They are drawn from a separate stream, so that the action stays the same.
  func changes(_ number: Int) -> [ChangeReport] {
    guard mix.isWatching else { return [] }
    var random = RandomSource(seed: seed, stream: UInt64(number) | 1 << 61)
    guard random.isOne(in: 3) else { return [] }
    return (0...random.below(3)).map { _ in report(&random) }
  }

  private func report(_ random: inout RandomSource) -> ChangeReport {
    let stamp = "stamp \(random.below(4))"
    let news: ChangeReport.Content =
      switch random.below(8) {
      case 0: .unwatchable("it is far away")
      case 1, 2:
        .watched(stamp: stamp, changed: random.isOne(in: 2) ? Self.begins + .hours(1) : nil)
      case 3, 4: .changed(stamp: stamp)
      default: .bumped(atMost: random.pick([nil, nil, .seconds(600)]))
      }
    return ChangeReport(
      owner: random.pick(Self.owners), pathOrKey: random.pick(Self.watched), news)
  }
}
