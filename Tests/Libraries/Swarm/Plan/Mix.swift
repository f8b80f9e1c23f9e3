import Scheduling

/// What one seed draws for itself before anything happens: which things happen at all, how often, how
/// fast, and how badly commands behave. Faults that are off in a seed leave room for what the others
/// would hide.
struct Mix {
  /// How time passes between two actions.
  enum Pace: CaseIterable {
    case quick, usual, slow
  }

  let pace: Pace
  /// Whether there is a machine that tells its state; else it is simulated.
  let isRead: Bool
  /// Whether commands go on when the daemon dies.
  let outlives: Bool
  /// Of sixteen commands, how many ignore every warning, begin late or never, fail, and end without
  /// anybody noticing.
  let ignoring: Int
  let late: Int
  let failing: Int
  let unnoticed: Int
  /// And how many submit themselves again.
  let resubmitting: Int
  /// Whether looks at the machine and news of ends take their time.
  let isSluggish: Bool
  /// Whether work is mostly that of apps.
  let isOfApps: Bool
  /// Whether several things wait when a step is taken.
  let isBatched: Bool
  /// Whether requests wait for changes, and changes are told.
  let isWatching: Bool
  /// Whether requests are alike, so that nothing but their turns tells them apart.
  let isQueueing: Bool
  /// Whether users change how many run at the same time, and what comes first.
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
    // A stream of its own, so that seeds stay what they are where nothing is submitted again.
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

  /// How long until the next action.
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
