@testable import Scheduling

extension RandomizedTest {
  private static let ids = ["a", "b", "c", "d", "e", "f"]
  private static let apps = ["reader", "chat"]
  private static let owners: [UInt32] = [1000, 1001]

  /// Performs a random event.
  mutating func step() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: handle(.submit(submission(), nextTicket()))
    case 30..<32: pauseOrResume()
    case 32..<55: deviceEvent()
    case 55..<58: sleepEvent()
    case 58..<79: pass(.seconds(random.pick([1, 10, 60, 300, 900, 3600, 10_000])))
    case 79..<82: suspend(.seconds(random.pick([5, 60, 3600, 30_000])))
    case 82..<84: setClock(by: .seconds(random.pick([-90_000, -3600, -30, 30, 3600, 90_000])))
    case 84: handle(.zone(secondsFromUTC: 3600 * Int.random(in: -12...14, using: &random)))
    case 85..<88: handle(.cancel(key(), keepsRunning: random.flip(), nextTicket()))
    case 88..<91: handle(.stop(key(), random.pick([.budget, .operatorStop]), nextTicket()))
    case 91..<94: handle(.runNow(key(), random.pick(RunMode.allCases), nextTicket()))
    case 94..<98: appEvent()
    case 98: restart()
    default: reload()
    }
  }

  private mutating func pauseOrResume() {
    let by = random.pick(Self.owners)
    if random.flip() {
      return handle(.resume(PauseLifting(by: random.pick([nil, by]), scope: nil), nextTicket()))
    }
    let key = key()
    let scope = PauseScope(
      owner: random.pick([nil, key.owner]), app: random.flip(3) ? key.app : nil,
      kinds: random.flip(3) ? [.maintenance, .refresh] : [], ids: random.flip(3) ? [key.id] : [])
    let ends = now.wall + .seconds(random.pick([1, 60, 3600, 90_000]))
    handle(
      .pause(
        Pause(
          by: by, name: "alice", scope: scope, since: now.wall,
          lasting: random.pick([.untilLifted, .until(ends), .until(ends), .untilRestart]),
          runs: random.pick(Pause.Runs.allCases)),
        nextTicket()))
  }

  private mutating func deviceEvent() {
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where machine.isRead:
      let duration = random.pick([nil, .seconds(1), .minutes(1), .hours(1)] as [Duration?])
      handle(.freezeDevice(for: duration, nextTicket()))
    case 1 where machine.isRead: handle(.thawDevice(nextTicket()))
    case 2..<8 where machine.isRead:
      let values = deviceValues().map { Measurement($0, origin: "test") }
      handle(.measured(values, isFullPoll: false))
    default: handle(.device(deviceValues(), nil))
    }
  }

  private mutating func sleepEvent() {
    let isComing = !machine.isGoingToSleep
    handle(.sleep(isComing: isComing))
    guard isComing, random.flip() else { return }
    pass(.seconds(random.pick([0, 1, 5])))
    suspend(.seconds(random.pick([5, 3600, 30_000])))
    handle(.sleep(isComing: false))
  }

  private mutating func deviceValues() -> [DeviceValue] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in random.deviceValue() }
  }

  private mutating func key() -> RequestKey {
    RequestKey(
      owner: random.pick(Self.owners), app: random.pick([nil, nil] + Self.apps),
      id: random.pick(Self.ids))
  }

  private mutating func appEvent() {
    let key = AppKey(owner: random.pick(Self.owners), id: random.pick(Self.apps))
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<4: handle(.registerApp(App(key: key, registered: now.wall), nextTicket()))
    case 4, 8: handle(.app(key, random.pick([.opened, .opened, .openReported]), nextTicket()))
    case 9, 10:
      let tier = random.pick([nil, nil, .never, .restricted, .rare, .exempted] as [Tier?])
      handle(.app(key, random.pick([.tierSet(tier), .tierSet(tier), .quotaReset]), nextTicket()))
    case 5, 11: handle(.app(key, .closed, nextTicket()))
    case 6: handle(.app(key, random.pick([.forceQuit, .opened]), nextTicket()))
    default:
      handle(.app(key, .refreshSwitched(on: random.flip()), nextTicket()))
      if random.flip(4) { handle(.removeApp(key, nextTicket())) }
    }
  }

  mutating func submission() -> Submission {
    let key = key()
    var submission = Submission(
      owner: key.owner, id: key.id, kind: random.pick([nil] + Kind.allCases),
      command: Command(arguments: ["/bin/true"]))
    submission.app = key.app
    if random.flip(3) {
      submission.earliest = .after(.seconds(random.pick([0, 30, 600, 7200])))
    }
    if random.flip() {
      submission.latest = .after(.seconds(random.pick([60, 1200, 8000, 20_000, 200_000])))
      submission.terms.atLatest = random.pick([nil] + AtLatest.allCases)
    }
    if random.flip(4) {
      submission.terms.every = .seconds(random.pick([60, 900, 3600, 86400]))
      submission.terms.flex = random.pick([nil, nil, .seconds(60), .seconds(600)])
    }
    submission.terms.backoff.growth = random.pick([.exponential, .linear])
    submission.terms.backoff.first = random.pick([nil, nil, .seconds(10), .hours(1)])
    submission.terms.requires = random.conditions(oneIn: 10)
    submission.terms.prefers = random.conditions(oneIn: 10)
    submission.terms.budget = random.pick([nil, nil, .seconds(1), .seconds(20)])
    submission.terms.grace = random.pick([nil, nil, .zero, .seconds(3)])
    submission.terms.allowsBattery = random.flip()
    submission.terms.isExpedited = random.flip(5)
    submission.terms.group = random.pick([nil, nil, "disk", "net"])
    submission.terms.needs = needs()
    if random.flip(4) { submission.terms.command = steps() }
    submission.terms.run = terms()
    submission.terms.retries = random.pick([4, 0, 1])
    submission.ifPending = random.pick([.replace, .replace, .keep])
    submission.replacesRunning = random.flip(4)
    if hasOthers { addOthers(to: &submission) }
    return submission
  }

  /// Adds a width, tags, a freeze without a limit, notifications, and a wake of the machine.
  private mutating func addOthers(to submission: inout Submission) {
    if submission.terms.group != nil, others.flip(3) {
      submission.groupWidth = others.pick([1, 2, 3])
    }
    if others.flip(4) { submission.terms.run.tags = ["nightly"] }
    if others.flip(4) { submission.terms.run.onClosedGate = .freezeWhenBusy }
    if others.flip(4) {
      submission.terms.run.notifyAfter = submission.terms.every.map { $0 + $0 } ?? .seconds(600)
    }
    let mayWake =
      submission.app == nil && submission.terms.needs.changes.watched.isEmpty
      && (submission.latest != nil || submission.terms.repeats)
    if mayWake, others.flip(3) { submission.terms.run.wakesMachine = true }
  }

  private mutating func steps() -> Command {
    var command = Command(arguments: [])
    let count = Int.random(in: 2...5, using: &random)
    command.steps = (1...count).map { Step(name: "step-\($0)", arguments: ["/bin/true"]) }
    command.steps[0].limit = random.pick([nil, nil, .seconds(100)])
    return command
  }

  private mutating func needs() -> Needs {
    var needs = Needs()
    if random.flip(5) { needs.paths = SeededGenerator.paths.filter { _ in random.flip() } }
    if random.flip(6) { needs.condition = "ping -c1 nas" }
    return needs
  }

  private mutating func terms() -> RunTerms {
    var terms = RunTerms()
    if random.flip(3) { terms.onClosedGate = .freeze }
    terms.earlySignal = random.pick([nil, nil, 10])
    terms.retryOn = random.pick([nil, nil, .abnormal])
    terms.priority = random.pick([nil, nil, nil, 3])
    terms.onFailure = random.pick([nil, nil, "tell-me.service"])
    return terms
  }
}
