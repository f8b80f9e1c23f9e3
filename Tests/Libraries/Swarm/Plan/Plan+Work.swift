import Scheduling

// Submissions, and reports about runs and apps.
extension Plan {
  /// The beginning of every seed: a Monday morning.
  static let begins = WallTime(seconds: 1_772_433_000)
  static let ids = ["a", "b", "c", "d", "e", "f"]
  static let apps = ["reader", "chat"]
  static let owners: [UInt32] = [1000, 1001]
  /// Two different paths: they look the same, but their bytes differ.
  static let paths: [ExactString] = ["/mnt/n\u{e9}", "/mnt/ne\u{301}"]

  func key(_ random: inout RandomSource) -> RequestKey {
    let isOfApp = random.below(4) < (mix.isOfApps ? 3 : 1)
    return RequestKey(
      owner: random.pick(Self.owners), app: isOfApp ? random.pick(Self.apps) : nil,
      id: random.pick(Self.ids))
  }

  func submission(_ number: Int, _ random: inout RandomSource) -> Submission {
    let key = key(&random)
    // The number links a command to its submission.
    var submission = Submission(
      owner: key.owner, id: key.id, kind: kind(&random),
      command: Command(arguments: ["/bin/true", String(number)]))
    submission.app = key.app
    if random.isOne(in: 4) { addSteps(to: &submission.terms.command, &random) }
    addWindow(to: &submission, &random)
    if random.isOne(in: 4) { submission.terms.requires = conditions(&random) }
    if random.isOne(in: 4) { submission.terms.prefers = conditions(&random) }
    if random.isOne(in: 3) { submission.terms.budget = .seconds(random.pick([1, 5, 20, 300])) }
    if random.isOne(in: 3) { submission.terms.grace = .seconds(random.pick([0, 1, 3])) }
    submission.terms.allowsBattery = random.isOne(in: 2)
    submission.terms.isExpedited = random.isOne(in: 6)
    if random.isOne(in: 4) { submission.terms.group = random.pick(["disk", "net"]) }
    if random.isOne(in: 8) { submission.terms.needs.paths = [random.pick(Self.paths)] }
    if random.isOne(in: 8) { submission.terms.needs.condition = "ping -c1 nas" }
    addTerms(to: &submission, &random)
    if mix.isWatching, random.isOne(in: 2) { addTrigger(to: &submission, &random) }
    if mix.isQueueing, !random.isOne(in: 4) { makeAlike(&submission, &random) }
    if mix.isGrouping { addGrouping(number, to: &submission) }
    if mix.isWaking, !mix.isQueueing { addWake(number, to: &submission) }
    return submission
  }

  /// Adds a width, tags, a freeze without a limit and notifications. They are drawn from a separate stream, so that the
  /// rest of the action stays the same.
  private func addGrouping(_ number: Int, to submission: inout Submission) {
    var random = RandomSource(seed: seed, stream: UInt64(number) | 1 << 59)
    if submission.terms.group != nil, random.isOne(in: 2) {
      submission.groupWidth = random.pick([1, 2, 2, 3])
    }
    if random.isOne(in: 3) { submission.terms.run.tags = random.pick([["nightly"], ["a", "b"]]) }
    if random.isOne(in: 3) { submission.terms.run.onClosedGate = .freezeWhenBusy }
    if random.isOne(in: 3) {
      submission.terms.run.notifyAfter = submission.terms.every.map { $0 + $0 } ?? .seconds(600)
    }
  }

  /// Lets some commands with a date wake the machine. The choice is drawn from a separate stream, as above.
  private func addWake(_ number: Int, to submission: inout Submission) {
    var random = RandomSource(seed: seed, stream: UInt64(number) | 1 << 58)
    let terms = submission.terms
    guard submission.app == nil, terms.needs.changes.watched.isEmpty,
      terms.repeats || submission.latest != nil
    else { return }
    submission.terms.run.wakesMachine = random.isOne(in: 2)
  }

  /// Removes the differences between requests, so that only their turn decides when they get a slot.
  private func makeAlike(_ submission: inout Submission, _ random: inout RandomSource) {
    submission.terms.namedKind = random.pick([.userInitiated, .userInitiated, .push])
    (submission.latest, submission.terms.atLatest) = (nil, nil)
    (submission.terms.requires, submission.terms.prefers) = ([], [])
    (submission.terms.allowsBattery, submission.terms.isExpedited) = (false, false)
    submission.terms.run.isExact = false
    submission.terms.group = random.isOne(in: 4) ? "disk" : nil
    submission.terms.needs = Needs()
  }

  private func kind(_ random: inout RandomSource) -> Kind? {
    if mix.isOfApps, random.isOne(in: 2) {
      return random.pick([.push, .push, .refresh, .processing])
    }
    return random.pick([nil, .refresh, .processing, .push, .maintenance, .utility, .userInitiated])
  }

  private func addSteps(to command: inout Command, _ random: inout RandomSource) {
    let arguments = command.arguments
    command.arguments = []
    command.steps = (1...(2 + random.below(3))).map {
      Step(name: "step-\($0)", arguments: arguments)
    }
    if random.isOne(in: 3) { command.steps[0].limit = .seconds(2) }
  }

  private func addWindow(to submission: inout Submission, _ random: inout RandomSource) {
    let isSlow = mix.pace == .slow
    if random.isOne(in: 4) {
      submission.earliest = .after(.seconds(random.pick([1, 30, 600, isSlow ? 7200 : 60])))
    }
    if random.isOne(in: 3) {
      submission.latest = .after(.seconds(random.pick([60, 1200, 8000, 20_000])))
      submission.terms.atLatest = random.pick([nil] + AtLatest.allCases)
    }
    if random.isOne(in: 6) {
      submission.terms.every = .seconds(random.pick(isSlow ? [3600, 86_400] : [60, 900, 3600]))
      if random.isOne(in: 3) { submission.terms.flex = .seconds(60) }
    } else if random.isOne(in: 12) {
      let zone = "X/Y|CET-1CEST,M3.5.0,M10.5.0/3"
      let text = random.pick(
        isSlow
          ? ["00/6:00", "09:00", "Mon 09:00 \(zone)"] : ["*:0/10", "hourly", "*:0/15 \(zone)"])
      submission.terms.calendar = CalendarEvent(stored: text).map { [$0] } ?? []
      if submission.latest == nil, random.isOne(in: 3) { submission.terms.flex = .seconds(300) }
    }
  }

  private func addTerms(to submission: inout Submission, _ random: inout RandomSource) {
    if random.isOne(in: 3) { submission.terms.retries = random.below(3) }
    if random.isOne(in: 3) { submission.terms.backoff.growth = .linear }
    if random.isOne(in: 4) { submission.terms.backoff.first = .seconds(random.pick([10, 600])) }
    if random.isOne(in: 4) { submission.terms.run.onClosedGate = .freeze }
    if random.isOne(in: 4) { submission.terms.run.earlySignal = 10 }
    if random.isOne(in: 4) { submission.terms.run.retryOn = .abnormal }
    if random.isOne(in: 8) { submission.terms.run.onFailure = "tell-me.service" }
    if random.isOne(in: 4) {
      submission.terms.run.onFailureCommand = "tell-me"
      submission.terms.run.reportsEachFailure = random.isOne(in: 2)
    }
    if submission.latest != nil, random.isOne(in: 3) {
      submission.terms.run.onOverdueCommand = "tell-me-of-dates"
    }
    if random.isOne(in: 8) { submission.terms.run.signalsReadiness = true }
    if submission.app == nil, submission.earliest != nil || submission.terms.repeats,
      random.isOne(in: 6)
    {
      submission.terms.run.isExact = true
      submission.terms.prefers = []
    }
    addPredecessors(to: &submission, &random)
    submission.ifPending = random.isOne(in: 3) ? .keep : .replace
    submission.replacesRunning = random.isOne(in: 6)
    submission.isCounted = random.isOne(in: 2)
    if mix.isWide {
      if random.isOne(in: 3) { submission.terms.run.priority = random.pick([-1, 1, 5]) }
      if random.isOne(in: 3) { submission.terms.group = "disk" }
    }
  }

  /// Lets a command that runs once follow other requests of its owner. These may not exist.
  private func addPredecessors(to submission: inout Submission, _ random: inout RandomSource) {
    guard submission.app == nil, !submission.terms.repeats, !submission.terms.run.isExact,
      random.isOne(in: 4)
    else { return }
    let ids = [random.pick(Self.ids)] + (random.isOne(in: 3) ? [random.pick(Self.ids)] : [])
    let isForAnyEnd = random.isOne(in: 3)
    submission.terms.needs.predecessors.toComplete = isForAnyEnd ? [] : Predecessors.named(ids)
    submission.terms.needs.predecessors.toEnd = isForAnyEnd ? Predecessors.named(ids) : []
  }

  func conditions(_ random: inout RandomSource) -> Conditions {
    var conditions: Conditions = []
    for bit in 0..<7 where random.isOne(in: 5) { conditions.insert(Conditions(rawValue: 1 << bit)) }
    return conditions
  }

  // MARK: Apps and runs

  func appEvent(_ random: inout RandomSource) -> Action {
    let key = AppKey(owner: random.pick(Self.owners), id: random.pick(Self.apps))
    let event: AppEvent
    switch random.below(16) {
    case 0..<5: return .call { .registerApp(App(key: key, registered: Self.begins), $0) }
    case 5: return .call { .removeApp(key, $0) }
    case 6, 7: event = .opened
    case 8: event = .openReported
    case 9, 10: event = .closed
    case 11: event = .forceQuit
    case 12: event = .refreshSwitched(on: !random.isOne(in: 3))
    case 13: event = .quotaReset
    default: event = .tierSet(random.pick([nil, .never, .restricted, .rare, .frequent, .exempted]))
    }
    return .call { .app(key, event, $0) }
  }

  func report(isLie: Bool, _ random: inout RandomSource) -> Action {
    let report: RunReport =
      switch random.below(5) {
      case 0: .ready
      case 1: .progress(Double(random.below(5)) / 4)
      case 2 where isLie: .progress(7)
      case 2 where random.isOne(in: 20): .checkpoint(String(repeating: "x", count: 20_000))
      default: .checkpoint("at \(random.below(1000))")
      }
    return .report(place: isLie ? nil : random.below(4), RunID(random.below(200)), report)
  }

  /// Returns a false report about a run: the run belongs to another user, ended long ago, or never existed.
  func lie(_ random: inout RandomSource) -> Action {
    switch random.below(4) {
    case 0: .fact(.runStarted(RunID(random.below(400))))
    // Stands for a repeated end of a run: `Life` knows which runs have ended.
    case 1: .report(place: nil, -1, .ready)
    default: report(isLie: true, &random)
    }
  }
}
