@testable import Scheduling

extension RandomState {
  init(_ kind: Kind, _ random: inout SeededGenerator) {
    device = random.flip(3) ? random.deviceState() : random.usualDevice()
    powerHasJustChanged = device.power != nil && random.flip(6)
    uptime = random.flip(6) ? .seconds(100) : .days(2)
    request = random.request(kind, uptime: uptime)
    if !random.flip(3) {
      let life = random.pick(Self.lives)
      (app, user) = (random.used(life.app, settings.quotas), life.user)
      request.key.app = app?.key.id
    }
    addRivals(&random)
  }

  private mutating func addRivals(_ random: inout SeededGenerator) {
    let isWanted = request.terms.kind == .userInitiated
    if random.flip(6) { addRival(.running, request.key.id, isWanted ? .utility : .userInitiated) }
    if random.flip(6) {
      request.terms.group = "disk"
      addRival(.group, "group", isWanted ? .utility : .userInitiated)
    }
    if random.flip(6) {
      for number
        in 0..<settings.runsAtOnce(in: settings.rules(of: request.terms.kind).concurrencyClass)
      {
        addRival(.concurrencyLimit, "other\(number)", request.terms.kind)
      }
    }
  }

  /// Adds a rival that causes only this reason.
  private mutating func addRival(_ reason: Reason, _ id: String, _ kind: Kind) {
    var rival = Request(
      key: RequestKey(owner: 1000, app: reason == .running ? request.key.app : nil, id: id),
      sequence: Int64(rivals.count + 1), Terms(request.terms.command, kind: kind),
      submitted: Self.wall, window: Window(opens: Self.wall))
    rival.terms.group = reason == .group ? request.terms.group : nil
    rivals.append((reason, rival))
  }

  /// Apps with the habits of their users: never opened, forgotten, opened now and then, opened daily.
  private static let lives: [(app: App, user: UserHabit)] = (0..<24).map { number in
    var random = SeededGenerator(seed: UInt64(900 + number))
    var app = App(key: AppKey(owner: 1000, id: "reader"), registered: wall - .days(40))
    var user = UserHabit()
    let last = [Duration.seconds(50), .minutes(30), .hours(5), .hours(23), .days(3), .days(20)]
    let gap = Duration.hours(random.pick([6, 24, 60]))
    guard number > 2 else { return (app, user) }
    for index in 0..<12 {
      let moment = wall - last[number % 6] - gap * (11 - index)
      user.noteOpen(
        of: "reader", &app.habit, others: [AppHabit](), at: LocalTime(moment, zoneSeconds: 0))
      app.usage.open(isObserved: true, at: moment, QuotaSettings())
      app.usage.leave(at: moment + .seconds(20))
    }
    return (app, user)
  }
}

extension SeededGenerator {
  /// Returns a device on which most requests run, with a few exceptions.
  fileprivate mutating func usualDevice() -> DeviceState {
    var state = DeviceState()
    state.isIdle = true
    for _ in 0..<Int.random(in: 0...6, using: &self) { state.apply(deviceValue()) }
    return state
  }

  fileprivate mutating func request(_ kind: Kind, uptime: Duration) -> Request {
    let opens = RandomState.wall + .minutes(pick([-600, -600, -60, 0, 45]))
    var window = Window(opens: opens, atLatest: pick(AtLatest.allCases))
    if flip() {
      window.latest = pick([RandomState.wall - .minutes(5), RandomState.wall + .minutes(60)])
    }
    if let latest = window.latest, latest <= opens || window.atLatest == .drop {
      window.latest = RandomState.wall + .minutes(50)
    }
    var request = Request(
      key: RequestKey(owner: 1000, id: "task"), sequence: 100,
      Terms(Command(arguments: ["/bin/true"]), kind: kind), submitted: opens, window: window)
    request.terms.requires = conditions(oneIn: 8)
    request.terms.prefers = conditions(oneIn: 8)
    request.terms.allowsBattery = flip()
    request.terms.isExpedited = flip(6)
    if flip(6) {
      request.progress.backoffUntil = AwakeTime(nanoseconds: (uptime + .hours(1)).nanoseconds)
    }
    return request
  }

  fileprivate mutating func used(_ unused: App, _ quotas: QuotaSettings) -> App {
    var app = unused
    if flip(8) {
      app.isForceQuit = true
    } else if app.usage.engagement.wasEverOpened, flip(8) {
      app.usage.open(isObserved: true, at: RandomState.wall, quotas)
      app.isForeground = true
    }
    app.refreshIsOn = !flip(8)
    app.usage.engagement.setTier =
      pick([nil, nil, nil, .never, .restricted, .rare, .working] as [Tier?])
    if flip(4) { app.usage.lastSpaced = RandomState.wall - .minutes(5) }
    if flip(6) {
      app.usage.rate.count(runs: 20, sessions: 1, at: RandomState.wall, quotas)
    }
    if flip(3) {
      let session = UsageSession(start: RandomState.wall - .hours(1), length: .minutes(30))
      app.usage.regular.ledger = SessionLedger([session])
    }
    if flip(8) { app.reliability.barredUntil = RandomState.wall + .hours(1) }
    app.usage.updateQuotaState(at: RandomState.wall, quotas)
    return app
  }
}
