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
  var workload: WorldWorkload
  var runs = WorldRuns()
  var machine: WorldMachine
  private var lastTicket: Ticket = 0

  /// A machine that booted an hour before the world begins.
  ///
  /// - Parameter make: makes the contender, of the moment at which the world begins.
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
