import Scheduling

@testable import Store

/// A store as a scheduler leaves it after some days, with a row in every table.
struct LivedStore {
  static let user: UInt32 = 1000
  static let app = AppKey(owner: user, id: "mail")

  private(set) var changes: [[Change]] = []
  private(set) var now = Instant(
    wall: WallTime(seconds: 1_772_433_000), boot: BootTime(seconds: 3600),
    awake: AwakeTime(seconds: 3600))
  private var scheduler: Scheduler
  private var lastTicket: Ticket = 0

  init() {
    var settings = Settings()
    settings.usersMayWake = true
    scheduler = Scheduler.load(Snapshot(), settings: settings, at: now, bootID: "boot").0
    live()
    changes.append(special)
  }

  private mutating func live() {
    take(.zone(secondsFromUTC: 3600))
    take(.device([.power(.ac), .idle(true), .battery(80), .load(3)], nil))
    take(.registerApp(App(key: Self.app, registered: now.wall), ticket()))
    for _ in 0..<3 {
      submit(work("backup", .maintenance) { $0.terms.every = .days(1) })
      submit(work("refresh", .refresh) { $0.app = Self.app.id })
      for hour in 0..<12 {
        now = now.advanced(by: .hours(2))
        take(.device([.power(hour % 5 == 0 ? .battery : .ac), .idle(hour % 3 != 0)], nil))
        take(.app(Self.app, hour % 2 == 0 ? .opened : .closed, ticket()))
      }
    }
    sleepUntilTheAlarm()
    take(.freezeDevice(for: .hours(1), ticket()))
  }

  private mutating func sleepUntilTheAlarm() {
    submit(
      work("woken", .maintenance) {
        ($0.earliest, $0.latest) = (.after(.hours(1)), .after(.hours(3)))
        $0.terms.run.wakesMachine = true
      })
    take(.sleep(isComing: true))
    guard let alarm = scheduler.machineAlarm else { return }
    let sleep = alarm - now.wall
    (now.wall, now.boot) = (now.wall + sleep, now.boot + sleep)
    take(.sleep(isComing: false))
  }

  private mutating func ticket() -> Ticket {
    lastTicket += 1
    return lastTicket
  }

  private func work(
    _ id: String, _ kind: Kind, _ change: (inout Submission) -> Void
  ) -> Submission {
    var submission = Submission(
      owner: Self.user, id: id, kind: kind,
      command: Command(arguments: ["/usr/bin/true"], environment: ["PATH": "/usr/bin"]))
    change(&submission)
    return submission
  }

  private mutating func submit(_ submission: Submission) {
    take(.submit(submission, ticket()))
  }

  /// Handles an event. Every run ends immediately, and every third one fails.
  private mutating func take(_ event: Event) {
    var events = [event]
    while let event = events.popLast() {
      var taken: [Change] = []
      for effect in scheduler.handle(event, at: now) {
        switch effect {
        case .change(let change): taken.append(change)
        case .afterCommit(.launch(let run, _)):
          var finish = ProcessExit(exit: run.id % 3 == 0 ? 1 : 0)
          finish.cpuSeconds = 2.5
          finish.peakMemoryBytes = 1 << 20
          events += [.runEnded(run.id, finish), .runStarted(run.id)]
        default: break
        }
      }
      changes.append(taken)
    }
  }

  /// Changes that such a life does not cause, so that no column is empty.
  private var special: [Change] {
    var request = Request.sample("nightly", sequence: 900)
    request.window.latest = now.wall + .hours(8)
    request.period = Period(
      every: .days(1), anchor: now.wall, latestAfter: .hours(8), zoneSeconds: 3600)
    request.period?.flex = .hours(6)
    request.period?.previousStart = now.wall - .hours(9)
    request.period?.earliest = now.wall - .days(1)
    request.terms.budget = .minutes(20)
    request.terms.grace = .seconds(5)
    (request.progress.failures, request.progress.attempts, request.progress.postponements) = (
      2, 1, 1
    )
    request.progress.backoffUntil = now.awake + .minutes(2)
    request.progress.lastSuccess = now.wall - .days(1)
    request.progress.history = RunHistory(
      lengths: [.seconds(60), .seconds(90)], warnedEnds: [.stopped, .killed])
    request.terms.command.steps = [
      Step(name: "one", arguments: ["/usr/bin/true"], limit: .minutes(1)),
      Step(name: "two", arguments: ["/usr/bin/true", "2"]),
    ]
    request.terms.command.arguments = []
    request.terms.run = terms
    request.terms.timer = AdoptedTimer(name: "a.timer", fileState: "enabled", wasActive: true)
    request.progress.checkpoint.stepsDone = 1
    request.progress.checkpoint.share = 0.5
    request.progress.checkpoint.crashes = 1
    var executed = request
    executed.sequence = 899
    return [
      .putRequest(request), .putApp(blamed), .keepExecuted(executed),
      .putFailureCommand(failureCommand),
    ]
      + phases.enumerated().map { .putRun(run(901 + Int64($0), of: request, $1)) }
  }

  private var failureCommand: FailureCommand {
    var command = FailureCommand(
      number: 1, key: RequestKey(owner: Self.user, id: "nightly"), line: "report")
    command.restarts = 1
    command.environment = ["PATH": "/usr/bin"]
    command.end = GivenUp(run: 907, at: now.wall, outcome: .failed)
    command.lastRun = 907
    command.attempts = 5
    command.isFinal = true
    command.missed = now.wall
    return command
  }

  private var terms: RunTerms {
    var terms = RunTerms()
    terms.limits.memoryBytes = 1 << 30
    terms.limits.tasks = 40
    terms.limits.cpuPercent = 50
    terms.limits.cpuWeight = 10
    terms.limits.ioWeight = 10
    terms.earlySignal = 10
    terms.onLostPreference = 12
    return terms
  }

  private var blamed: App {
    var app = App(key: AppKey(owner: Self.user, id: "blamed"), registered: now.wall)
    let past = (1...3).map { (now.wall - .hours($0)).nanoseconds }.map { String($0) }
    let later = (now.wall + .hours(1)).nanoseconds
    app.reliability =
      Reliability(text: "1 3 0 1 2 3 \(past.joined(separator: " ")) 2 \(later) 1") ?? Reliability()
    app.lastServed = now.wall - .hours(3)
    app.lastRefreshed = now.wall - .hours(3)
    return app
  }

  private var phases: [Run.Phase] {
    var ending = Ending(at: now.wall, outcome: .killed, stopReason: .budget)
    (ending.exit, ending.signal, ending.wasKilled) = (3, 9, true)
    (ending.cpuSeconds, ending.peakMemoryBytes) = (2.5, 1 << 20)
    ending.killReport = KillReport(processes: [
      .init(pid: 7, parent: 1, command: "a", threads: [.init(id: 7, name: "a", state: "R")])
    ])
    return [
      .launching, .running, .deferring(.budget), .frozen(.budget, since: now.awake),
      .expiring(.budget, until: now.awake + .seconds(5)), .killed(.budget), .ended(ending),
    ]
  }

  private func run(_ id: RunID, of request: Request, _ phase: Run.Phase) -> Run {
    var request = request
    if id > 901 { request.key.id = "other-\(id)" }
    var run = Run(
      id: id, of: request, budget: .minutes(20), grace: .seconds(5), started: now, isForced: false)
    run.phase = phase
    if phase.name == .frozen { run.deferralBeforeFreeze = .gate(.load) }
    run.step = 1
    run.stepName = "two"
    run.stepBegan = now.awake
    run.onLostPreference = 10
    run.retryState = request.retryState
    run.stepLimit = .minutes(1)
    run.frozenFor = .seconds(3)
    run.earlierCPUSeconds = 1.5
    run.earlierPeakMemoryBytes = 1 << 20
    return run
  }
}
