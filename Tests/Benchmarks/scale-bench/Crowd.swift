import Scheduling

/// A scheduler with very many requests, and a device that holds all of them until it is plugged in.
struct Crowd {
  let requestCount: Int
  let appCount: Int
  private var scheduler: Scheduler
  private var now: Instant
  private var battery = 80
  /// The values of the machine that the scheduler asks for.
  private var wishes: (PollingNeeds, [ExactString]) = ([], [])

  init(requestCount: Int, appCount: Int) {
    self.requestCount = requestCount
    self.appCount = appCount
    now = Instant(
      wall: WallTime(seconds: 1_772_433_000), boot: BootTime(seconds: 86400),
      awake: AwakeTime(seconds: 86400))
    scheduler = Scheduler.load(Snapshot(), settings: Settings(), at: now, bootID: "boot").0
  }

  private static let kinds: [Kind] = [.processing, .maintenance, .utility, .refresh, .maintenance]

  /// Requests of all apps, spread over kinds, conditions and windows.
  func makeRequests() -> [Request] {
    (0..<requestCount).map { number in
      let key = RequestKey(
        owner: 1000, app: "org.example.app\(number % appCount)", id: "task-\(number)")
      let opens = now.wall - .minutes(number % 600)
      var request = Request(
        key: key, sequence: Int64(number + 1),
        Terms(
          Command(
            arguments: ["/usr/bin/task", "--number", "\(number)"], directory: "/home/user"),
          kind: Self.kinds[number / appCount % 5]),
        submitted: opens,
        window: Window(opens: opens, latest: now.wall + .hours(24 + number % 200)))
      request.terms.requires = [.power]
      if number % 3 == 0 { request.terms.requires.insert(.unmetered) }
      if number % 4 == 0 { request.terms.prefers = [.idle] }
      if number % 20 == 0 { request.terms.needs.paths = ["/mnt/share-\(number % 500)"] }
      return request
    }
  }

  mutating func load(_ requests: [Request]) {
    var snapshot = Snapshot()
    snapshot.requests = requests
    snapshot.apps = (0..<appCount).map { number in
      var app = App(
        key: AppKey(owner: 1000, id: "org.example.app\(number)"), registered: now.wall)
      app.lastOpened = now.wall - .hours(number % 48)
      return app
    }
    snapshot.nextSequence = Int64(requests.count + 1)
    snapshot.bootID = "boot"
    scheduler =
      Scheduler.load(
        snapshot, settings: Settings(), at: now, bootID: "boot",
        measured: Self.measured([.power(.battery), .idle(true)])
      ).0
  }

  private static func measured(_ values: [DeviceValue]) -> [Measurement] {
    values.map { Measurement($0, origin: "scale") }
  }

  /// Reports values of the machine, and notes which values must be polled, as the daemon does after each event.
  private mutating func tell(_ values: DeviceValue..., isFullPoll: Bool = false) -> [Effect] {
    let effects = scheduler.handle(
      .measured(Self.measured(values), isFullPoll: isFullPoll), at: now)
    wishes = (scheduler.pollingNeeds, scheduler.watchedPaths)
    return effects
  }

  /// Lowers the level of the battery by one percent, which lets no request start.
  mutating func changeSomething() {
    battery = battery == 80 ? 79 : 80
    now = now.advanced(by: .seconds(60))
    _ = tell(.battery(battery))
  }

  /// Plugs the device in for a minute. Returns the number of runs that start.
  mutating func openGates() -> Int {
    _ = tell(.power(.ac))
    now = now.advanced(by: .seconds(60))
    // Requests whose window opens wait for a poll of the machine before they start.
    _ = scheduler.handle(.time, at: now)
    let effects = tell(isFullPoll: true)
    return effects.count { if case .afterCommit(.launch) = $0 { true } else { false } }
  }

  mutating func closeGates() {
    _ = tell(.power(.battery))
    now = now.advanced(by: .seconds(10))
    _ = scheduler.handle(.time, at: now)
  }

  /// Lets every run end. Runs that start in their place end after the gates are closed.
  mutating func endRuns() {
    closeGates()
    for run in scheduler.runs {
      _ = scheduler.handle(.runEnded(run.id, ProcessExit(exit: 75)), at: now)
    }
  }
}
