import Scheduling

// What is submitted, and what is told of runs and apps.
extension Plan {
  /// When every seed begins: a Monday morning.
  static let begins = WallTime(seconds: 1_772_433_000)
  static let ids = ["a", "b", "c", "d", "e", "f"]
  static let apps = ["reader", "chat"]
  static let owners: [UInt32] = [1000, 1001]
  /// Two places, whatever they look like: the bytes differ.
  static let paths: [ExactString] = ["/mnt/n\u{e9}", "/mnt/ne\u{301}"]

  func key(_ dice: inout Dice) -> RequestKey {
    let isOfApp = dice.below(4) < (mix.isOfApps ? 3 : 1)
    return RequestKey(
      owner: dice.pick(Self.owners), app: isOfApp ? dice.pick(Self.apps) : nil,
      id: dice.pick(Self.ids))
  }

  func submission(_ number: Int, _ dice: inout Dice) -> Submission {
    let key = key(&dice)
    // Its number tells which submission a command is of.
    var submission = Submission(
      owner: key.owner, id: key.id, kind: kind(&dice),
      command: Command(arguments: ["/bin/true", String(number)]))
    submission.app = key.app
    if dice.isOne(in: 4) { addSteps(to: &submission.command, &dice) }
    addWindow(to: &submission, &dice)
    if dice.isOne(in: 4) { submission.requires = conditions(&dice) }
    if dice.isOne(in: 4) { submission.prefers = conditions(&dice) }
    if dice.isOne(in: 3) { submission.budget = .seconds(dice.pick([1, 5, 20, 300])) }
    if dice.isOne(in: 3) { submission.grace = .seconds(dice.pick([0, 1, 3])) }
    submission.allowsBattery = dice.isOne(in: 2)
    submission.isExpedited = dice.isOne(in: 6)
    if dice.isOne(in: 4) { submission.group = dice.pick(["disk", "net"]) }
    if dice.isOne(in: 8) { submission.needs.paths = [dice.pick(Self.paths)] }
    if dice.isOne(in: 8) { submission.needs.condition = "ping -c1 nas" }
    addTerms(to: &submission, &dice)
    return submission
  }

  private func kind(_ dice: inout Dice) -> Kind? {
    if mix.isOfApps, dice.isOne(in: 2) { return dice.pick([.push, .push, .refresh, .processing]) }
    return dice.pick([nil, .refresh, .processing, .push, .maintenance, .utility, .userInitiated])
  }

  private func addSteps(to command: inout Command, _ dice: inout Dice) {
    let arguments = command.arguments
    command.arguments = []
    command.steps = (1...(2 + dice.below(3))).map { Step(name: "step-\($0)", arguments: arguments) }
    if dice.isOne(in: 3) { command.steps[0].limit = .seconds(2) }
  }

  private func addWindow(to submission: inout Submission, _ dice: inout Dice) {
    let isSlow = mix.pace == .slow
    if dice.isOne(in: 4) {
      submission.earliest = .after(.seconds(dice.pick([1, 30, 600, isSlow ? 7200 : 60])))
    }
    if dice.isOne(in: 3) {
      submission.latest = .after(.seconds(dice.pick([60, 1200, 8000, 20_000])))
      submission.atLatest = dice.pick([nil] + AtLatest.allCases)
    }
    if dice.isOne(in: 6) {
      submission.every = .seconds(dice.pick(isSlow ? [3600, 86_400] : [60, 900, 3600]))
      if dice.isOne(in: 3) { submission.flex = .seconds(60) }
    }
  }

  private func addTerms(to submission: inout Submission, _ dice: inout Dice) {
    if dice.isOne(in: 3) { submission.retries = dice.below(3) }
    if dice.isOne(in: 3) { submission.backoff = .linear }
    if dice.isOne(in: 4) { submission.backoffDelay = .seconds(dice.pick([10, 600])) }
    if dice.isOne(in: 4) { submission.terms.onClosedGate = .freeze }
    if dice.isOne(in: 4) { submission.terms.earlySignal = 10 }
    if dice.isOne(in: 8) { submission.terms.onFailure = "tell-me.service" }
    if dice.isOne(in: 8) { submission.terms.signalsReadiness = true }
    submission.ifPending = dice.isOne(in: 3) ? .keep : .replace
    submission.replacesRunning = dice.isOne(in: 6)
    submission.isCounted = dice.isOne(in: 2)
  }

  func conditions(_ dice: inout Dice) -> Conditions {
    var conditions: Conditions = []
    for bit in 0..<7 where dice.isOne(in: 5) { conditions.insert(Conditions(rawValue: 1 << bit)) }
    return conditions
  }

  // MARK: Apps and runs

  func appEvent(_ dice: inout Dice) -> Action {
    let key = AppKey(owner: dice.pick(Self.owners), id: dice.pick(Self.apps))
    let event: AppEvent
    switch dice.below(16) {
    case 0..<5: return .call { .registerApp(App(key: key, registered: Self.begins), $0) }
    case 5: return .call { .removeApp(key, $0) }
    case 6, 7: event = .opened
    case 8: event = .openReported
    case 9, 10: event = .closed
    case 11: event = .forceQuit
    case 12: event = .refreshSwitched(on: !dice.isOne(in: 3))
    case 13: event = .quotaReset
    default: event = .tierSet(dice.pick([nil, .never, .restricted, .rare, .frequent, .exempted]))
    }
    return .call { .app(key, event, $0) }
  }

  func report(isLie: Bool, _ dice: inout Dice) -> Action {
    let report: RunReport =
      switch dice.below(5) {
      case 0: .ready
      case 1: .progress(Double(dice.below(5)) / 4)
      case 2 where isLie: .progress(7)
      case 2 where dice.isOne(in: 20): .checkpoint(String(repeating: "x", count: 20_000))
      default: .checkpoint("at \(dice.below(1000))")
      }
    return .report(place: isLie ? nil : dice.below(4), RunID(dice.below(200)), report)
  }

  /// What is told of runs that are others', or long gone, or never were.
  func lie(_ dice: inout Dice) -> Action {
    switch dice.below(4) {
    case 0: .fact(.runStarted(RunID(dice.below(400))))
    // An end is told twice: the world knows which runs have ended.
    case 1: .report(place: nil, -1, .ready)
    default: report(isLie: true, &dice)
    }
  }
}
