import Scheduling

extension RandomModel {
  mutating func appKey() -> AppKey {
    AppKey(owner: UInt32.max - UInt32(below(3)), id: "app-\(below(4))")
  }

  mutating func requestKey() -> RequestKey {
    RequestKey(
      owner: UInt32.max - UInt32(below(3)), app: maybe { "app-\($0.below(3))" },
      id: "task '\(below(6))\" ä")
  }

  mutating func habit() -> AppHabit {
    var habit = AppHabit()
    var user = UserHabit()
    var time = LocalTime(seconds: 1_772_433_000)
    for _ in 0..<below(4) {
      time = time + .minutes(1 + below(5000))
      user.noteOpen(of: "app", &habit, others: [AppHabit](), at: time)
    }
    return habit
  }

  mutating func learned() -> Learned {
    Learned(
      name: element(of: ["a habit", "another", "a third"]),
      bytes: list(20) { UInt8($0.below(256)) })
  }

  mutating func app() -> App {
    var app = App(key: appKey(), registered: moment())
    app.permittedIdentifiers = list(3) { $0.text() }
    app.backgroundModes = list(3) { $0.text() }
    app.refreshIsOn = flag()
    app.isForeground = flag()
    app.isForceQuit = flag()
    app.lastOpened = maybe { $0.moment() }
    app.lastServed = maybe { $0.moment() }
    app.lastRefreshed = maybe { $0.moment() }
    app.habit = habit()
    app.usage = usage()
    app.reliability = reliability()
    app.installation = maybe {
      Installation(program: $0.program(), entitlements: $0.list(3) { $0.text() })
    }
    app.installation?.allowed = maybe { _ in [.observe] }
    return app
  }

  private mutating func program() -> Command {
    var program = Command(arguments: [text()], directory: text())
    program.umask = UInt16(below(512))
    program.environment = [text(): text()]
    return program
  }

  mutating func process(id: RunID) -> AppProcess {
    let states: [AppProcess.State] = [
      .waiting, .launching(until: nil), .launching(until: moment()), .active,
      .suspended(since: moment()), .ending,
    ]
    var process = AppProcess(
      id: id, app: appKey(), isUsers: flag(), state: states[below(states.count)], began: instant())
    process.identity = maybe {
      AppProcess.Identity(pid: Int32($0.below(4_000_000)), startTicks: UInt64($0.below(1 << 40)))
    }
    process.isMistrusted = flag()
    return process
  }

  private mutating func reliability() -> Reliability {
    let conducts = list(20) { String($0.below(3)) }
    let words = ["1", String(conducts.count)] + conducts + [numbers(3, each: 1)]
    let text = (words + ["\(below(5)) \(optional()) \(below(5))"]).joined(separator: " ")
    return Reliability(text: text) ?? Reliability()
  }

  /// Returns usage by its text, since only the scheduler defines its contents.
  private mutating func usage() -> Usage {
    let histories = [history(), history()]
    let engagement = "\(below(2)) \(optional()) \(flag() ? "-" : String(below(7)))"
    let bumps = numbers(2, each: 4)
    let words =
      ["1"] + histories + [engagement, account(), account(), bumps]
      + ["\(below(1000)) \(below(50)) \(below(50)) \(optional())"]
    return Usage(text: words.joined(separator: " ")) ?? Usage()
  }

  private mutating func optional() -> String {
    flag() ? "-" : String(below(1_000_000))
  }

  /// Returns a random count, followed by `each` numbers for each of the counted entries.
  private mutating func numbers(_ longest: Int, each: Int) -> String {
    let count = below(longest + 1)
    return ([count] + (0..<count * each).map { _ in below(1_000_000) })
      .map { String($0) }.joined(separator: " ")
  }

  private mutating func history() -> String { "\(numbers(8, each: 1)) \(optional())" }

  private mutating func account() -> String {
    let since = flag() ? "- - -" : "\(below(1000)) \(below(1000)) \(below(1000))"
    return "\(numbers(3, each: 4)) \(numbers(2, each: 1)) \(below(2)) \(since) \(below(9))"
  }

  mutating func command() -> Command {
    var environment: [String: String] = [:]
    for _ in 0..<below(6) { environment[text()] = text() }
    var command = Command(
      arguments: list(5) { $0.text() }, directory: text(), environment: environment,
      umask: UInt16(below(0o1000)), signal: Int32(below(65)))
    command.steps = list(3) {
      Step(
        name: $0.text(), arguments: $0.list(3) { $0.text() }, limit: $0.maybe { $0.duration() })
    }
    command.unit = maybe { $0.text() }
    return command
  }

  mutating func conditions() -> Conditions {
    Conditions(rawValue: UInt16(below(1 << Conditions.named.count)))
  }

  mutating func period() -> Period {
    var period = Period(
      every: max(.seconds(1), duration()), anchor: moment(), latestAfter: maybe { $0.duration() },
      zoneSeconds: below(100_000) - 50_000)
    period.flex = maybe { $0.duration() }
    period.unit = maybe { $0.word() }
    period.begins = moment()
    period.previousStart = maybe { $0.moment() }
    period.earliest = maybe { $0.moment() }
    return period
  }

  mutating func request(sequence: Int64) -> Request {
    var request = Request(
      key: requestKey(), sequence: sequence, Terms(command(), kind: word()), submitted: moment(),
      window: Window(opens: moment(), latest: maybe { $0.moment() }, atLatest: word()))
    request.period = maybe { $0.period() }
    request.terms.requires = conditions()
    request.terms.prefers = conditions()
    request.terms.budget = maybe { $0.duration() }
    request.terms.grace = maybe { $0.duration() }
    request.terms.allowsBattery = flag()
    request.terms.isExpedited = flag()
    request.terms.group = maybe { $0.text() }
    request.terms.retries = below(10)
    request.terms.backoff = Backoff(growth: word(), first: duration())
    request.progress.failures = below(10)
    request.progress.attempts = below(10)
    request.progress.postponements = below(10)
    request.progress.missed = maybe { $0.missed() }
    request.progress.putOffs = maybe { $0.below(10) }
    request.progress.rejoined = maybe {
      Turn(sequence: Int64($0.below(Int(sequence))), run: RunID($0.below(100)))
    }
    request.progress.changes = maybe { $0.changes() }
    request.progress.predecessors = maybe { $0.predecessors() }
    request.progress.backoffUntil = maybe { $0.moment() }
    request.progress.lastSuccess = maybe { $0.moment() }
    request.progress.notified = maybe { $0.moment() }
    request.progress.awaitedSince = maybe { $0.moment() }
    request.progress.history = RunHistory(
      lengths: list(8) { $0.duration() }, warnedEnds: list(8) { $0.word() },
      lastEnd: maybe { LastEnd($0.word(), $0.maybe { $0.stopReason() }) })
    request.terms.run = terms()
    request.terms.task = maybe { $0.task() }
    request.terms.needs = needs()
    request.terms.declaration = maybe { Declaration(file: $0.text(), digest: $0.text()) }
    request.terms.timer = maybe {
      AdoptedTimer(name: $0.text(), fileState: $0.text(), wasActive: $0.flag())
    }
    request.progress.gaveUp = maybe { $0.gaveUp() }
    request.progress.windowFailure = maybe { $0.gaveUp() }
    request.progress.checkpoint = checkpoint()
    request.copyDatesIntoTerms()
    return request
  }

  mutating func ending() -> Ending {
    var ending = Ending(at: moment(), outcome: word(), stopReason: maybe { $0.stopReason() })
    ending.exit = maybe { Int32(truncatingIfNeeded: $0.next()) }
    ending.signal = maybe { Int32($0.below(65)) }
    ending.wasKilled = flag()
    ending.cpuSeconds = maybe { Double($0.below(1_000_000)) / 1000 }
    ending.peakMemoryBytes = maybe { $0.count() }
    ending.message = maybe { $0.text() }
    ending.dumpedCore = flag()
    ending.killReport = maybe { $0.killReport() }
    return ending
  }

  mutating func stopReason() -> StopReason {
    let known = stopCode()
    return flag() ? known : .byHand(maybe { $0.text() })
  }

  /// Returns a reason without a message.
  private mutating func stopCode() -> StopReason {
    StopReason.known[below(StopReason.known.count)]
  }

  mutating func phase() -> Run.Phase {
    switch below(7) {
    case 0: .launching
    case 1: .running
    case 2: .deferring(stopReason())
    case 3: .expiring(stopReason(), until: moment())
    case 4: .killed(stopReason())
    case 5: .frozen(stopReason(), since: moment())
    default: .ended(ending())
    }
  }

  /// Gives the run another phase. Only a frozen run has a deferral before its freeze.
  mutating func enter(_ phase: Run.Phase, _ run: inout Run) {
    run.phase = phase
    run.deferralBeforeFreeze = phase.name == .frozen ? maybe { $0.stopCode() } : nil
  }

  mutating func run(id: RunID) -> Run {
    let request = request(sequence: Int64(1 + below(1000)))
    var run = Run(
      id: id, of: request, budget: duration(), grace: duration(), started: instant(),
      isForced: flag())
    enter(phase(), &run)
    run.step = below(5)
    run.stepName = maybe { $0.text() }
    run.stepStarted = moment()
    run.stepBegan = maybe { $0.moment() }
    run.stepLimit = maybe { $0.duration() }
    run.frozenFor = duration()
    run.pausedFor = maybe { $0.duration() }
    run.earlySignal = maybe { Int32($0.below(65)) }
    run.onLostPreference = maybe { Int32($0.below(65)) }
    run.awaitsReadiness = flag()
    run.earlierCPUSeconds = maybe { Double($0.below(1_000_000)) / 1000 }
    run.earlierPeakMemoryBytes = maybe { $0.count() }
    run.insistence = maybe { $0.word() }
    run.retryState = maybe { $0.retryState() }
    run.process = maybe { $0.count() }
    run.task = maybe { $0.task() }
    run.share = maybe { Double($0.below(101)) / 100 }
    run.progressed = maybe { $0.moment() }
    return run
  }

  mutating func retryState() -> RetryState {
    var state = RetryState()
    state.failures = below(10)
    state.attempts = below(10)
    state.postponements = below(10)
    state.backoffUntil = maybe { $0.moment() }
    state.crashes = below(6)
    state.isQuarantined = flag()
    return state
  }

  /// Two of them read the same.
  private static let paths: [ExactString] = ["/mnt", "/mnt/a", "/mnt/n\u{e9}", "/mnt/ne\u{301}"]

  mutating func deviceValue() -> DeviceValue {
    switch below(16) {
    case 0: .power(maybe { $0.word() })
    case 1: .battery(maybe { $0.below(101) })
    case 2: .lowPower(maybe { $0.flag() })
    case 3: .thermal(maybe { $0.word() })
    case 4: .network(maybe { $0.word() })
    case 5: .metered(maybe { $0.flag() })
    case 6: .screen(isOn: maybe { $0.flag() })
    case 7: .idle(maybe { $0.flag() })
    case 8: .load(maybe { $0.below(101) })
    case 9: .memory(maybe { $0.word() })
    case 10: .storage(maybe { $0.word() })
    case 11: .locked(maybe { $0.flag() })
    case 12: .networkID(maybe { "network-\($0.below(10))" })
    case 14: .networkNames(maybe { $0.flag() ? ["caf\u{e9}", "home 2"] : [] })
    case 13: .backgroundRefresh(maybe { $0.flag() })
    default:
      .path(Self.paths[Int(below(4))], isThere: maybe { $0.flag() })
    }
  }
}
