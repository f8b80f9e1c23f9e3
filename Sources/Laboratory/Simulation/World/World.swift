import Scheduling

/// A decider in a virtual world: its clock, a device that follows a timeline, a user's apps and a workload. Every
/// decision is modelled; no process is started, and no real time passes.
///
/// Random properties of the work are drawn separately for each piece and each run of a task. Every decider therefore
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
  /// - Parameter make: Creates the decider for the moment at which the world begins.
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
      experiment.device, awaitsPower: timeline.steps.contains(where: \.reportsPower))
    // The clocks at the start decide the first day's submissions; the decider receives them with the first step.
    machine.zoneSeconds = timeline.zoneSeconds
    planFirstSubmissions()
  }

  /// Returns the first moment of the world, with the wall clock at `wall` and the other two clocks an hour after
  /// boot.
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
      try apply(step.happening)
    }
    try pass(until: end)
    checkWaits()
    // The clocks of a machine that still sleeps are at the beginning of its sleep.
    endSleep(until: end)
  }

  /// Ends the open visit and all open waits at the present moment, so that the log contains them with their ends.
  package mutating func endWaits() {
    log.recordClose(of: nil, at: now.wall)
    for task in workload.states.indices { endWait(of: task) }
  }

  // MARK: Events

  /// Sends an event to the decider and carries out the effects, which can send further events.
  mutating func send(_ event: Event) {
    log.events += 1
    workload.waitChecks.noteEvent()
    for effect in core.handle(event, at: now) {
      carryOut(effect)
    }
  }

  /// Carries out an effect on the modelled runs, or records it in the log. Effects that have no counterpart in a world
  /// are ignored.
  private mutating func carryOut(_ effect: Effect) {
    switch effect {
    case .afterCommit(.launch(let run, _)): startStep(of: run)
    case .immediate(.warn(let run, _)): applyWarning(to: run)
    case .immediate(.kill(let run)): applyKill(to: run)
    case .immediate(.freeze(let run)): freeze(run)
    case .afterCommit(.thaw(let run)): thaw(run.id)
    case .afterCommit(.announce(.ended(let run, let ending))): recordEnd(of: run, ending)
    case .afterCommit(.answer(_, .refused(let refusal))): log.recordRefusal(refusal.message)
    // A world has no commands that check conditions, so each check succeeds.
    case .afterCommit(.check(let check, _)): send(.checkEnded(check.id, ProcessExit(exit: 0)))
    case .afterCommit(.answer), .afterCommit(.announce), .change, .afterCommit(.startUnit),
      .afterCommit(.runFailureCommand), .afterCommit(.notifyOwner), .immediate(.signal),
      .immediate(.poll),
      .immediate(.killCheck):
      break
    // No app of a world is installed: its work is modelled as commands.
    case .immediate(.killApp), .afterCommit(.launchApp), .afterCommit(.deliver),
      .afterCommit(.suspendApp),
      .afterCommit(.resumeApp):
      break
    }
  }

  /// Returns a new ticket, which identifies the answer to a call. A world reads no answers except refusals.
  mutating func ticket() -> Ticket {
    lastTicket += 1
    return lastTicket
  }
}

/// The owner of everything that runs in a world.
let worldOwner: UInt32 = 1000

extension TimelineStep {
  fileprivate var reportsPower: Bool {
    guard case .device(let values) = happening else { return false }
    return values.contains { if case .power(.some) = $0 { true } else { false } }
  }
}
