import Scheduling

/// A contender in a virtual world: its clock, a device that follows a timeline, a user's apps and a workload. Every
/// decision is modelled; no process is started, and no real time passes.
///
/// Random properties of the work are drawn separately for each piece and each run of a task. Every contender therefore
/// has the same work, whenever it runs it.
package struct World<Core: SchedulerUnderTest>: Sendable {
  let apps: AppNames
  let seed: UInt64
  package internal(set) var core: Core
  package internal(set) var now: Instant
  package internal(set) var log: Log
  var workload: WorldWorkload
  var runs = WorldRuns()
  var machine: WorldMachine
  private var lastTicket: Ticket = 0

  /// Creates a machine that booted an hour before the world begins.
  ///
  /// - Parameter make: Creates the contender for the moment at which the world begins.
  package init(
    _ experiment: Experiment, keeping: Log.Retention, _ make: (Instant) -> Core
  ) {
    let timeline = experiment.timeline
    apps = AppNames(timeline.apps)
    seed = experiment.seed
    log = Log(keeping)
    now = Self.beginning(timeline.starts)
    core = make(now)
    if keeping.contains(.story) { core.keepDecisions() }
    workload = WorldWorkload(experiment.workload.tasks, apps)
    machine = WorldMachine(
      experiment.device, awaitsPower: timeline.steps.contains(where: \.tellsPower))
    planArrivals()
  }

  private static func beginning(_ wall: WallTime) -> Instant {
    let hour = Duration.hours(1).nanoseconds
    return Instant(
      wall: wall, boot: BootTime(nanoseconds: hour), awake: AwakeTime(nanoseconds: hour))
  }

  /// Simulates steps in their order, and continues to `end`.
  ///
  /// - Parameter progress: Receives the moment of each step before it is handled.
  package mutating func play(
    _ steps: some Sequence<TimelineStep>, until end: WallTime, progress: ((WallTime) -> Void)? = nil
  ) throws(SimulationError) {
    let start = now.wall
    for step in steps {
      progress?(step.at)
      // The state at the very beginning is known before any submission.
      if step.at > start { try pass(until: step.at) }
      try take(step.happening)
    }
    try pass(until: end)
    lookAtWaits()
    sleepOn(until: end)
  }

  /// Ends the waits that are still open, for the log.
  package mutating func finish() {
    log.noteClose(of: nil, at: now.wall)
    for task in workload.states.indices { closeWait(of: task) }
  }

  // MARK: Events

  mutating func send(_ event: Event) {
    log.events += 1
    workload.looks.noteEvent()
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
    // There is nothing to check: every condition is met.
    case .promise(.check(let check, _)): send(.checkEnded(check.id, ProcessExit(exit: 0)))
    case .promise(.answer), .promise(.announce), .change, .promise(.startUnit),
      .promise(.tellOfFailure), .withdraw(.signal), .withdraw(.look), .withdraw(.killCheck):
      break
    // No app of a world is installed: its work is modelled as commands.
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

/// The owner of everything that runs in a world.
let worldOwner: UInt32 = 1000

extension TimelineStep {
  fileprivate var tellsPower: Bool {
    guard case .device(let values) = happening else { return false }
    return values.contains { if case .power(.some) = $0 { true } else { false } }
  }
}
