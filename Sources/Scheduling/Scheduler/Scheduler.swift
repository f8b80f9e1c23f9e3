import OrderedCollections

/// The scheduler: events in, effects out, time passed in. No clock, no input or output, no
/// randomness: the same events at the same instants give the same effects.
package struct Scheduler: Sendable {
  package let settings: Settings
  /// The same, for candidates.
  let sharedSettings: SharedSettings
  var requests = RequestTable()
  var apps = AppTable()
  var activeRuns: ActiveRuns
  /// What runs left to requests that may be gone by now.
  var lastRuns: LastRuns
  package internal(set) var device: DeviceView
  /// How far the user's clocks are ahead of UTC (see `LocalTime`).
  package internal(set) var zoneSeconds: Int
  var nextSequence: Int64
  var agenda = Agenda()
  var submitLog = SubmitLog()
  /// Slots to look at before the present event is done.
  var dirtySlots: [Int] = []
  /// What waits for nothing but the device, the app and room.
  var queues = QueueTable()
  var lanes = LaneTable()
  /// What queues rest on besides their apps.
  var ground: RestGround?
  /// What is remembered for explaining why something has waited.
  var timeline: DeviceTimeline
  var runTimeline: RunTimeline
  /// How much of its slots each user has used.
  var share = FairShare()
  /// What is foreseen of the device.
  var foresight: Foresight
  /// How each user uses their apps, by uid.
  var users: [UInt32: UserHabit] = [:]
  var allowance: EnergyAllowance
  var keeping = Keeping()
  /// The wall clock at the last event, to see that it was set back. Before the first it counts as set
  /// back: what a store holds may have been noted by a clock that was ahead.
  var lastWall = WallTime(nanoseconds: .max)
  /// The last time that requests were corrected with the clock, since this scheduler was made.
  package internal(set) var clockCorrection: ClockCorrection?
  /// How long the machine had slept since its boot at the last event.
  var slept: Duration?
  /// The machine has booted too recently.
  var isHerd = true
  var isDraining = false
  /// Nobody has looked at the gates of what runs since it was made from what a store holds.
  var hasUnwatchedGates = true
  package internal(set) var readings = DeviceReadings()
  /// Why runs were started, for whoever asks; nil where nobody does.
  var decisions: [RunID: Explanation]?
  /// The conditions that are being tried.
  var checks: OrderedDictionary<RunID, Check> = [:]
  var nextCheck = firstCheck
  var effects: [Effect] = []

  /// Makes a scheduler from what a store holds. A run that the store believes alive and that was not
  /// found is recorded as interrupted, and its request waits again; the effects say so.
  ///
  /// - Parameter found: What has become of the runs that the store believes alive.
  /// - Parameter measured: What the machine tells; nil where no machine is read.
  /// - Parameter zoneSeconds: How far the user's clocks are ahead of UTC now; nil where nobody says.
  package static func load(
    _ snapshot: Snapshot, settings: Settings, at now: Instant, bootID: String,
    zoneSeconds: Int? = nil, found: [RunID: FoundRun] = [:], measured: [Measurement]? = nil,
    startsNothing: Bool = false
  ) -> (Scheduler, [Effect]) {
    let sameBoot = snapshot.bootID == bootID
    var scheduler = Scheduler(snapshot, settings: settings, at: now, sameBoot: sameBoot)
    scheduler.isDraining = startsNothing
    if let measured { scheduler.beginReading(measured, snapshot, sameBoot: sameBoot, at: now) }
    let runs = snapshot.liveRuns.sorted { $0.id < $1.id }
    scheduler.settleUsage(
      since: snapshot.lastCommit, sameBoot: sameBoot,
      alive: runs.map(\.id).filter { found[$0] != nil }, at: now)
    scheduler.followClock(at: now)
    for run in runs {
      scheduler.takeUp(run, found[run.id], snapshot, sameBoot: sameBoot, at: now)
    }
    scheduler.follow(zoneSeconds: zoneSeconds ?? snapshot.zoneSeconds, at: now)
    scheduler.noteDevice(at: now)
    scheduler.markAllDirty()
    scheduler.settle(at: now)
    // Taken before the scheduler is copied out, or the next event would have them once more.
    let effects = scheduler.takeEffects()
    return (scheduler, effects)
  }

  init(_ snapshot: Snapshot, settings: Settings, at now: Instant, sameBoot: Bool) {
    self.settings = settings
    sharedSettings = SharedSettings(settings)
    device = DeviceView(snapshot.device, settings: settings)
    zoneSeconds = snapshot.zoneSeconds
    timeline = DeviceTimeline(limit: settings.rememberedDeviceChanges)
    runTimeline = RunTimeline(limit: settings.rememberedRuns)
    let learned = snapshot.learned.first { $0.name == Learned.device }
    foresight = Foresight(learned, at: now, settings: settings)
    allowance = EnergyAllowance(secondsPerDay: settings.energy.secondsPerDay)
    activeRuns = ActiveRuns(nextID: snapshot.nextRun)
    nextSequence = snapshot.nextSequence
    lastRuns = LastRuns(snapshot.lastRuns)
    remember(snapshot.learned)
    for app in snapshot.apps {
      apps.put(app)
    }
    requests.reserve(snapshot.requests.count)
    for var request in snapshot.requests.sorted(by: { $0.sequence < $1.sequence }) {
      // One copy of the app's name for all its requests.
      if let app = app(of: request.key) { request.key.app = app.key.id }
      // Another boot's awake times mean nothing now, nor at the next start in this one.
      if !sameBoot, request.backoffUntil != nil {
        request.backoffUntil = nil
        effects.append(.change(.putRequest(request)))
      }
      _ = requests.put(request)
    }
  }

  /// Takes one event and says what is to be done. Total: every event in every state has an answer.
  package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    followClock(at: now)
    switch event {
    case .submit(let submission, let ticket):
      submit(submission, ticket, at: now)
    case .cancel(let key, let keepsRunning, let ticket):
      cancel(key, keepsRunning: keepsRunning, ticket, at: now)
    case .runNow(let key, let mode, let ticket):
      runNow(key, mode, ticket, at: now)
    case .stop(let key, let reason, let ticket):
      stop(key, reason, ticket, at: now)
    case .registerApp(let app, let ticket):
      register(app, ticket, at: now)
    case .removeApp(let key, let ticket):
      removeApp(key, ticket, at: now)
    case .app(let key, let event, let ticket):
      take(event, of: key, ticket, at: now)
    case .device(let values, let ticket):
      take(values, ticket, at: now)
    case .measured(let measurements, let isLook):
      take(measurements, isLook: isLook, at: now)
    case .freezeDevice(let duration, let ticket):
      freezeDevice(for: duration, ticket, at: now)
    case .thawDevice(let ticket):
      thawDevice(ticket, at: now)
    case .sleep(let isComing):
      sleep(isComing: isComing, at: now)
    case .zone(let seconds):
      follow(zoneSeconds: seconds, at: now)
    case .runStarted(let id):
      note(.begin, of: id, at: now)
    case .runEnded(let id, let finish):
      end(id, finish, at: now)
    case .time:
      break
    case .report(let id, let report, let ticket):
      take(report, of: id, ticket, at: now)
    case .unquarantine(let key, let ticket):
      unquarantine(key, ticket)
    case .drain(let leavesRuns):
      drain(leavesRuns: leavesRuns, at: now)
    }
    settle(at: now)
    return takeEffects()
  }

  /// Follows what time alone changes, stops what must stop, and starts what may start.
  mutating func settle(at now: Instant) {
    followTime(at: now)
    superviseQuotas(at: now)
    effects += activeRuns.supervise(at: now.awake, settings)
    superviseChecks(at: now)
    startWhatIsReady(at: now)
  }

  private mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  /// Whether it starts nothing more, because the daemon is about to stop.
  package var isStopping: Bool { isDraining }

  /// How many runs live.
  package var runCount: Int { activeRuns.count }

  /// Whether something was launched that is not over: a run, or the condition of a request.
  package var isBusy: Bool { !activeRuns.isEmpty || isTryingConditions }

  /// Whether the condition of a request is being tried.
  package var isTryingConditions: Bool { !checks.isEmpty }

  /// How many runs live and are not frozen: their time cannot be skipped.
  package var runningCount: Int { activeRuns.all.count { !$0.run.isFrozen } }

  /// The runs that live, oldest first.
  package var runs: [Run] { activeRuns.all.map(\.run) }

  /// Every request, in no order that means anything.
  package var allRequests: [Request] { Array(requests.all) }

  /// The keys of all requests with this id, whoever owns them, in no order.
  package func keys(named id: String) -> [RequestKey] { requests.keys(named: id) }

  package var allApps: [App] { apps.all.sorted { $0.key < $1.key } }

  /// The live run of `key`, if there is one.
  package func run(of key: RequestKey) -> Run? {
    activeRuns[key]?.run
  }

  package func request(_ key: RequestKey) -> Request? { requests[key] }

  package func app(_ key: AppKey) -> App? { apps[key] }
}
