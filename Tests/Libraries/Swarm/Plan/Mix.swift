import Scheduling

/// The properties of a seed, drawn before its first action: the kinds of actions and their frequency, the pace, and the
/// faults of commands. A seed without some faults shows bugs that these faults would hide.
struct Mix {
  /// The time between two actions.
  enum Pace: CaseIterable {
    case quick, usual, slow
  }

  let pace: Pace
  /// Whether a machine reports the state of the device; otherwise the device is simulated.
  let isRead: Bool
  /// Whether commands continue when the daemon dies.
  let outlives: Bool
  /// Numbers out of sixteen commands: those that ignore every warning, begin late or never, fail, and end without a
  /// report.
  let ignoring: Int
  let late: Int
  let failing: Int
  let unnoticed: Int
  /// The number of commands out of sixteen that submit themselves again.
  let resubmitting: Int
  /// Whether polls of the machine and reports of ends are delayed.
  let isSluggish: Bool
  /// Whether most requests belong to apps.
  let isOfApps: Bool
  /// Whether several events are often queued when a step begins.
  let isBatched: Bool
  /// Whether requests watch paths and keys, and changes of these are reported.
  let isWatching: Bool
  /// Whether requests are alike, so that they differ only by their turn.
  let isQueueing: Bool
  /// Whether users change the limits of simultaneous runs, and priorities.
  let isWide: Bool
  /// Whether several requests are submitted with one call.
  let isBatching: Bool
  /// Whether submissions name widths and tags, and freeze without a limit.
  let isGrouping: Bool
  /// Whether submissions wake the machine.
  let isWaking: Bool
  /// Quiet hours of the policy file; empty in most seeds.
  let quiet: [QuietSpan]
  private var kinds: [ActionKind] = []

  init(seed: UInt64) {
    var random = RandomSource(seed: seed, stream: 0)
    pace = random.pick(Pace.allCases)
    isRead = random.isOne(in: 2)
    outlives = !random.isOne(in: 3)
    ignoring = random.pick([0, 0, 2, 8])
    late = random.pick([0, 0, 2, 6])
    failing = random.pick([0, 4, 4, 12])
    unnoticed = random.pick([0, 0, 0, 2])
    isSluggish = random.isOne(in: 3)
    isOfApps = random.isOne(in: 3)
    isBatched = random.isOne(in: 2)
    // A separate stream, so that the draws from the first stream stay the same in all seeds.
    var others = RandomSource(seed: seed, stream: 1 << 62)
    resubmitting = others.pick([0, 0, 2, 8])
    let hasTasks = others.isOne(in: 3)
    isWatching = others.isOne(in: 3)
    if others.isOne(in: 12) {
      kinds += Array(repeating: .pause, count: ActionKind.pause.weight)
    }
    isQueueing = others.isOne(in: 6)
    isWide = others.isOne(in: 6)
    isBatching = others.isOne(in: 8)
    quiet = others.isOne(in: 8) ? QuietSpan.drawn(&others) : []
    isGrouping = others.isOne(in: 6)
    isWaking = others.isOne(in: 6)
    if isWide { kinds += Array(repeating: .concurrency, count: ActionKind.concurrency.weight) }
    if hasTasks { kinds += Array(repeating: .task, count: ActionKind.task.weight) }
    for kind in ActionKind.allCases where ![.task, .pause, .concurrency].contains(kind) {
      var weight = kind.weight
      if kind.isOptional, random.isOne(in: 3) { weight = 0 }
      if random.isOne(in: 5) { weight *= 4 }
      if kind == .burst, !random.isOne(in: 400) { weight = 0 }
      kinds += Array(repeating: kind, count: weight)
    }
  }

  func kind(_ random: inout RandomSource) -> ActionKind { kinds[random.below(kinds.count)] }

  /// Returns the time until the next action.
  func delay(_ random: inout RandomSource) -> Duration {
    if isBatched, random.isOne(in: 3) { return .zero }
    let milliseconds: [Int]
    switch pace {
    case .quick: milliseconds = [0, 1, 20, 500, 1000, 5000]
    case .usual: milliseconds = [0, 10, 1000, 1000, 10_000, 60_000]
    case .slow: milliseconds = [10, 1000, 10_000, 60_000, 300_000, 900_000]
    }
    return .milliseconds(random.pick(milliseconds))
  }
}
