import Scheduling

/// A contender in a virtual world: its clock, a device that follows a timeline, a user's apps and a
/// workload. Whatever is decided is modelled; nothing is started and nobody waits.
///
/// Whatever is random of the work is drawn for each piece and each run of a task alone, so that every
/// contender has the same work before it, whenever it runs it.
package struct World<Core: SchedulerUnderTest>: Sendable {
  let apps: AppNames
  let seed: UInt64
  package internal(set) var core: Core
  package internal(set) var now: Instant
  package internal(set) var log: Log
  /// By their places in the workload.
  let tasks: [ModelTask]
  var states: [TaskState]
  let taskOfKey: [RequestKey: Int]
  /// Tasks that arrive with the first open, by app.
  let tasksAtOpen: [Int: [Int]]
  var registered: Set<Int> = []
  var arrivals = Arrivals()
  var plannedEnds = RunEndQueue()
  var live: [RunID: LiveRun] = [:]
  /// What came of the work of runs whose end has not been told.
  var done: [RunID: WorkDone] = [:]
  /// As it was told.
  var device = DeviceState()
  var reactive: (any ReactiveDevice)?
  var load = DeviceLoad()
  /// Up to when the machine sleeps, while it does.
  var asleepUntil: WallTime?
  /// What changed while it slept.
  var missed: [TimelineStep.TimelineEvent] = []
  var zoneSeconds = 0
  /// Daily work begins with the first word of power, if there will be one.
  var awaitsPower: Bool
  /// Of which tasks may wait for something else than when they were looked at last.
  var waitLooks: WaitLooks
  private var lastTicket: Ticket = 0

  /// A machine that booted an hour before the world begins.
  ///
  /// - Parameter make: makes the contender, of the moment at which the world begins.
  package init(
    _ experiment: Experiment, keeping: Log.Retention, _ make: (Instant) -> Core
  ) {
    let timeline = experiment.timeline
    tasks = experiment.workload.tasks
    apps = AppNames(timeline.apps)
    seed = experiment.seed
    reactive = experiment.device
    log = Log(keeping)
    now = Self.beginning(timeline.starts)
    core = make(now)
    if keeping.contains(.story) { core.keepDecisions() }
    let keys = Self.keys(of: tasks, apps)
    states = keys.map { TaskState(key: $0) }
    taskOfKey = Dictionary(zip(keys, keys.indices)) { first, _ in first }
    waitLooks = WaitLooks(tasks)
    let all = tasks
    let atOpen = all.indices.filter { all[$0].arrival == .firstOpen }
    tasksAtOpen = Dictionary(grouping: atOpen) { all[$0].app ?? -1 }
    awaitsPower = timeline.steps.contains(where: \.tellsPower)
    planArrivals()
  }

  private static func beginning(_ wall: WallTime) -> Instant {
    let hour = Duration.hours(1).nanoseconds
    return Instant(
      wall: wall, boot: BootTime(nanoseconds: hour), awake: AwakeTime(nanoseconds: hour))
  }

  private static func keys(of tasks: [ModelTask], _ apps: AppNames) -> [RequestKey] {
    tasks.map { task in
      RequestKey(owner: worldOwner, app: task.app.map { apps.key($0).id }, id: task.id)
    }
  }

  /// Lives through steps, in their order, and on to `end`.
  ///
  /// - Parameter progress: Hears the moment of each step before it is taken.
  package mutating func play(
    _ steps: some Sequence<TimelineStep>, until end: WallTime, progress: ((WallTime) -> Void)? = nil
  ) throws(SimulationError) {
    let start = now.wall
    for step in steps {
      progress?(step.at)
      // What is so at the very beginning is known before anything is submitted.
      if step.at > start { try pass(until: step.at) }
      try take(step.happening)
    }
    try pass(until: end)
    lookAtWaits()
    sleepOn(until: end)
  }

  /// Ends what still waits, for the log.
  package mutating func finish() {
    log.noteClose(of: nil, at: now.wall)
    for task in states.indices { closeWait(of: task) }
  }

  // MARK: Events

  mutating func send(_ event: Event) {
    log.events += 1
    waitLooks.noteEvent()
    for effect in core.handle(event, at: now) {
      act(on: effect)
    }
  }

  private mutating func act(on effect: Effect) {
    switch effect {
    case .promise(.launch(let run, _)): begin(run)
    case .withdraw(.warn(let run, _)): obey(run)
    case .withdraw(.kill(let run)): die(run)
    case .withdraw(.freeze(let run)): freeze(run)
    case .promise(.thaw(let run)): thaw(run.id)
    case .promise(.announce(.ended(let run, let ending))): note(run, ending)
    case .promise(.answer(_, .refused(let refusal))): log.note(refusal: refusal.message)
    // Nothing is there that could be looked at: every condition holds.
    case .promise(.check(let check, _)): send(.checkEnded(check.id, ProcessExit(exit: 0)))
    case .promise(.answer), .promise(.announce), .change, .promise(.startUnit),
      .promise(.tellOfFailure), .withdraw(.signal), .withdraw(.look), .withdraw(.killCheck):
      break
    // No app of a world is installed: their work is modelled as commands.
    case .withdraw(.killApp), .promise(.launchApp), .promise(.deliver), .promise(.suspendApp),
      .promise(.resumeApp):
      break
    }
  }

  mutating func ticket() -> Ticket {
    lastTicket += 1
    return lastTicket
  }
}

/// Who owns all that runs in a world.
let worldOwner: UInt32 = 1000

extension TimelineStep {
  fileprivate var tellsPower: Bool {
    guard case .device(let values) = happening else { return false }
    return values.contains { if case .power(.some) = $0 { true } else { false } }
  }
}
