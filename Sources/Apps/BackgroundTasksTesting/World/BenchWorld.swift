import Scheduling
import Simulation

/// The daemon's scheduler on a simulated device with the app: it receives events, and returns orders for the app's
/// processes. Nothing waits here, and time passes only in `advance(by:)`.
struct BenchWorld {
  /// The orders that the daemon would carry out.
  enum Order {
    case launch(Scheduling.AppProcess)
    case deliver(Run)
    case expire(RunID)
    case end(process: RunID)
    case suspend(process: RunID)
    case resume(process: RunID)
  }

  let key: AppKey
  private(set) var now: Instant
  private(set) var device = DeviceState()
  private(set) var log: BenchLog
  /// The reason why the device refuses the app, such as an unknown background mode; `nil` if it has accepted it.
  private(set) var refusal: Refusal?
  /// The orders, in sequence.
  private var orders: [Order] = []
  /// Ended runs that have not been processed.
  private var ended: [(run: Run, ending: Ending, conditions: RunConditions)] = []
  private(set) var core: Scheduler
  /// The device values before the user opened the app; `nil` unless the test opened it.
  private var valuesBeforeUse: [DeviceValue]?
  private var keeper: SnapshotKeeper
  private var boots = 1
  private var lastTicket: Ticket = 0
  /// The number of the event whose answer `ask(_:)` awaits, and the answer when it has come.
  private var awaited: (ticket: Ticket, answer: Answer?) = (0, nil)
  let life: DeviceLife
  private var chapter: DeviceLife.Chapter
  private var conditionsOfRuns: [RunID: RunConditions] = [:]
  /// The recording; `nil` if the life is not recorded.
  private var recording: BenchRecording?

  /// Observations of the device are stored only for a reboot, so once a day is enough.
  private static var settings: Settings {
    var settings = Settings()
    settings.forecast.keptEvery = .days(1)
    return settings
  }

  /// The owner of all requests.
  private static let owner: UInt32 = 1000

  /// Creates the scheduler and the device at the start of its life, and installs the app. If the scheduler refuses the
  /// app, stores the reason in `refusal`.
  init(_ app: BenchApp, _ options: BenchOptions) {
    let start = options.life.start ?? WallTime(options.start)
    life = options.life
    chapter = life.chapter(0, from: start)
    key = AppKey(owner: Self.owner, id: app.identifier)
    // The device was switched on an hour ago.
    now = Instant(
      wall: start, boot: BootTime(nanoseconds: Duration.hours(1).nanoseconds),
      awake: AwakeTime(nanoseconds: Duration.hours(1).nanoseconds))
    (core, _) = Scheduler.load(Snapshot(), settings: Self.settings, at: now, bootID: "1")
    keeper = SnapshotKeeper(Snapshot(), bootID: "1")
    log = BenchLog(starts: start)
    if BenchRecording.directory != nil { startRecording() }
    var installed = App(key: key, registered: start)
    installed.permittedIdentifiers = app.declaration.permittedIdentifiers
    installed.backgroundModes = app.declaration.backgroundModes
    installed.installation = Installation(
      program: Command(arguments: ["/\(app.identifier)"]),
      entitlements: app.declaration.entitlements)
    do throws(Refusal) {
      let app = installed
      _ = try ask { .registerApp(app, $0) }
    } catch {
      refusal = error
    }
    setDevice(chapter.initial)
  }

  // MARK: Events

  /// Sends an event to the scheduler, and keeps the effects as orders.
  mutating func send(_ event: Event) { apply(core.handle(event, at: now)) }

  /// Sends an event that has an answer to the scheduler, and returns the answer. Throws the refusal if the scheduler
  /// refuses.
  mutating func ask(_ event: (Ticket) -> Event) throws(Refusal) -> Answer? {
    let ticket = ticket()
    awaited = (ticket, nil)
    send(event(ticket))
    if case .refused(let refusal) = awaited.answer { throw refusal }
    return awaited.answer
  }

  /// Sends an event of the user.
  mutating func send(_ event: AppEvent) { send(.app(key, event, ticket())) }

  /// Applies values to the device and reports them to the scheduler. Does nothing without values.
  mutating func setDevice(_ values: [DeviceValue]) {
    if values.isEmpty { return }
    for value in values { device.apply(value) }
    recording?.note(values, at: now.wall)
    send(.device(values, nil))
  }

  /// Sets the device in use when the test opens the app, and keeps the earlier values for `endUse()`.
  mutating func beginUse() {
    guard valuesBeforeUse == nil else { return }
    valuesBeforeUse = device.values.filter { value in Self.inUse.contains { $0.key == value.key } }
    setDevice(Self.inUse)
  }

  /// Restores the device values from before `beginUse()`.
  mutating func endUse() {
    setDevice(valuesBeforeUse ?? [])
    valuesBeforeUse = nil
  }

  /// The device values while the test has opened the app.
  private static let inUse = DeviceField.inUse(true).values

  /// Sets the time zone, in seconds east of UTC, and reports it to the scheduler.
  mutating func setZone(_ seconds: Int) {
    log.note(zoneSeconds: seconds, at: now.wall)
    send(.zone(secondsFromUTC: seconds))
  }

  /// Notes in the log that the user opens the app.
  mutating func noteOpen() { log.noteOpen(at: now.wall) }

  /// Returns a new number, by which the answer to an event is recognized.
  private mutating func ticket() -> Ticket {
    lastTicket += 1
    return lastTicket
  }

  /// Applies the effects of the scheduler: keeps its changes for a reboot, stores the awaited answer, and adds orders
  /// and ended runs.
  private mutating func apply(_ effects: [Effect]) {
    keeper.keep(effects, at: now)
    for effect in effects {
      switch effect {
      case .afterCommit(.answer(let ticket, let answer)):
        if ticket == awaited.ticket { awaited.answer = answer }
      case .afterCommit(.launchApp(let process, _)): orders.append(.launch(process))
      case .afterCommit(.deliver(let run)): orders.append(.deliver(run))
      case .immediate(.warn(let run, _)): orders.append(.expire(run.id))
      // Every run of a bench is a task, so `launched` is the number of its process.
      case .immediate(.kill(let run)): orders.append(.end(process: run.launched))
      case .immediate(.killApp(let process)): orders.append(.end(process: process.id))
      case .afterCommit(.suspendApp(let process)): orders.append(.suspend(process: process.id))
      case .afterCommit(.resumeApp(let process)): orders.append(.resume(process: process.id))
      case .afterCommit(.announce(.ended(let run, let ending))): note(run, ending)
      case .afterCommit(.announce(.accepted(let request))):
        log.noteArrival(of: request.key.id, at: now.wall)
      // The other effects do not concern an app's tasks.
      case .change, .afterCommit, .immediate: break
      }
    }
  }

  /// Adds an ended run to the log and to the runs that are still to be processed.
  private mutating func note(_ run: Run, _ ending: Ending) {
    let conditions = conditionsOfRuns.removeValue(forKey: run.id) ?? RunConditions()
    log.note(run, ending, conditions)
    recording?.note(run, ending)
    ended.append((run, ending, conditions))
  }

  /// Whether an order waits to be carried out.
  var hasOrders: Bool { !orders.isEmpty }

  /// A process number that has not been used.
  var nextPID: Int64 { Int64(lastTicket) + 1_000_000 }

  /// Removes and returns the oldest order; `nil` if there is none.
  mutating func nextOrder() -> Order? { orders.isEmpty ? nil : orders.removeFirst() }

  /// Removes and returns the runs that have ended since the last call.
  mutating func removeEnded() -> [(run: Run, ending: Ending, conditions: RunConditions)] {
    defer { ended = [] }
    return ended
  }

  // MARK: Time

  /// The time until the scheduler's next wake; `nil` if there is none.
  var schedulersDelay: Duration? { core.nextDeadlines().delay(from: now).map { max(.zero, $0) } }

  /// The time until the next event of the device or its user; `nil` if there is none.
  var devicesDelay: Duration? {
    let moments = [
      chapter.nextMoment.map { $0 - now.wall }, chapter.physics?.nextChange(under: DeviceLoad()),
    ]
    return moments.compactMap(\.self).min().map { max(.zero, $0) }
  }

  /// Advances time by `delay`, on a device that is awake, and applies the changes of the device in that time. Begins
  /// the next chapter of its life if the present one has ended.
  mutating func advance(by delay: Duration) {
    // A run's conditions are those under which it ran, so they are noted before the device changes.
    recordWaits()
    for run in core.runs where run.stepBegan != nil {
      conditionsOfRuns[run.id, default: RunConditions()].add(delay, device)
    }
    now = now.advanced(by: delay)
    setDevice(chapter.physics?.advance(to: now.wall, under: DeviceLoad()) ?? [])
    guard let chapterEnd = chapter.ends, now.wall >= chapterEnd else { return }
    // The battery keeps its level.
    chapter = life.chapter(chapter.number + 1, from: chapterEnd, battery: device.battery)
    setDevice(chapter.initial)
  }

  /// Returns the next due step of the user; `nil` if there is none. Due changes of the device are applied on the way.
  mutating func nextStep() -> TimelineStep.TimelineEvent? {
    while let step = chapter.nextStep(at: now.wall) {
      switch step.happening {
      case .device(let values): setDevice(values)
      case .zone(let seconds): setZone(seconds)
      case .opened, .closed, .forceQuit: return step.happening
      case .refreshSwitched(_, let isOn): send(.refreshSwitched(on: isOn))
      // A bench's life contains no sleeps or gaps.
      case .sleep, .gap: break
      }
    }
    return nil
  }

  /// Switches the device off and, after `pause`, on again. Unsaved state is lost, and all processes end.
  mutating func reboot(after pause: Duration) {
    boots += 1
    let bootID = "\(boots)"
    let snapshot = keeper.next(bootID: bootID)
    let second = Duration.seconds(1).nanoseconds
    now = Instant(
      wall: now.wall + pause, boot: BootTime(nanoseconds: second),
      awake: AwakeTime(nanoseconds: second))
    orders = []
    let (scheduler, effects) = Scheduler.load(
      snapshot, settings: Self.settings, at: now, bootID: bootID)
    core = scheduler
    keeper = SnapshotKeeper(snapshot, bootID: bootID)
    apply(effects)
    // The new scheduler does not know the device yet.
    setDevice(device.values)
  }

  /// Stops starting requests. Running tasks continue, and submissions are accepted.
  mutating func stopStarting() {
    let pause = Pause(
      by: key.owner, name: "the end of the test", scope: PauseScope(owner: nil), since: now.wall,
      lasting: .untilLifted, runs: .leave)
    send(.pause(pause, ticket()))
  }

  // MARK: Recording

  /// Records the life from now on.
  mutating func startRecording() {
    recording = BenchRecording(key, at: now.wall)
    recording?.note(device.values.filter { $0.text != nil }, at: now.wall)
  }

  /// Records the reasons that hold the queued requests, if the life is recorded.
  private mutating func recordWaits() {
    guard recording != nil else { return }
    let waits = core.allRequests.compactMap { request in
      core.waiting(request.key, at: now).map { (request, $0.reasons) }
    }
    recording?.note(waits, at: now.wall)
  }

  /// Records that the user opens or leaves the app.
  mutating func record(isOpen: Bool) { recording?.note(isOpen: isOpen, at: now.wall) }

  /// Returns the recorded life; `nil` if it is not recorded.
  mutating func endRecording(_ failures: [BenchFailure]) -> BenchRecording.Life? {
    recordWaits()
    return recording?.end(failures, at: now.wall)
  }
}
