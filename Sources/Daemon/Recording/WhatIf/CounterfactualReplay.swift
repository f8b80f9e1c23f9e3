import Scheduling

/// A recording with other settings: the same external events at the same times. The model supplies the events that
/// the scheduler causes itself (runs, conditions, polls).
struct CounterfactualReplay {
  private struct PlannedEnd {
    var id: LaunchID
    var at: AwakeTime
    var processExit: ProcessExit
  }

  private let settings: Settings
  private let model: RunModel
  private var core: Scheduler?
  /// The state that the store of this replay would hold; `nil` before the first start.
  private var store: SnapshotKeeper?
  private var now: Instant?
  private var usersProcesses: UsersProcesses
  private var plannedEnds: [PlannedEnd] = []
  /// The values of the last poll; `nil` if there was none.
  private var lastPoll: [Measurement]?
  private(set) var tallies: [RequestKey: RequestTally] = [:]

  /// Maximum number of actions at one time, in case the settings make the scheduler loop.
  private static let mostSimultaneous = 10_000

  init(_ settings: Settings, _ model: RunModel, _ usersProcesses: UsersProcesses) {
    (self.settings, self.model, self.usersProcesses) = (settings, model, usersProcesses)
  }

  /// Applies the next line of the recording: a start of the daemon, or an event. Before an event, handles the modelled
  /// events that are due. If the model supplies the event of the line itself, such as the end of a run, the scheduler
  /// receives only the time instead. Ignores the end of the recording, and states that a daemon loaded after a failed
  /// commit (`reloaded`), since the commits of this replay succeed.
  mutating func apply(_ line: RecordingLine) {
    switch line {
    case .began(let beginning, _): startDaemon(beginning)
    case .took(let event, let moment, _):
      advance(to: moment)
      // The model answers polls after this moment with these values; earlier ones had the earlier values.
      if case .measured(let measurements, isFullPoll: true) = event { lastPoll = measurements }
      let present = usersProcesses.present(event) ?? (event.isExternal ? event : .time)
      let effects = handle(present, at: moment)
      if UsersProcesses.isAttachment(event) { usersProcesses.noteAttachment(effects) }
    case .reloaded, .stopped: break
    }
  }

  /// Creates the scheduler of a daemon's start. Its state is the state of the replay, if there was an earlier start,
  /// otherwise the recorded one. Surviving runs end as the model says.
  private mutating func startDaemon(_ beginning: RecordedBeginning) {
    var beginning = beginning
    // At a later start, the scheduler continues from the past of this replay, and not from the recorded one.
    if let store {
      beginning.snapshot = store.next(bootID: beginning.bootID)
    } else {
      usersProcesses.begin(with: beginning.snapshot.processes)
    }
    let alive = survivors(of: beginning)
    // The recorded states are of runs that this replay may not have.
    if store != nil {
      let processes = beginning.found.filter(\.state.isAlive).compactMap { usersProcesses[$0.run] }
      beginning.foundRuns = Dictionary((alive.map(\.id) + processes).map { ($0, .alive) }) { $1 }
    }
    // Runs that ended with the previous daemon have no end any more. Survivors of the recording have none yet.
    plannedEnds.removeAll { end in !alive.contains { .run($0.id) == end.id } }
    for run in alive where !plannedEnds.contains(where: { $0.id == .run(run.id) }) {
      planModelledEnd(of: run, at: beginning.at)
    }
    let (core, effects) = beginning.load(settings)
    self.core = core
    store = SnapshotKeeper(beginning.snapshot, bootID: beginning.bootID)
    now = beginning.at
    handleConsequences(of: effects, at: beginning.at)
  }

  /// Returns the runs that outlived the previous daemon. None if every recorded run ended with its daemon: the runs of
  /// the replay then do so, too. Otherwise all live runs of the replay, or at the first start those that the recording
  /// found alive.
  private func survivors(of beginning: RecordedBeginning) -> [Run] {
    let foundRuns = beginning.found.filter { usersProcesses[$0.run] == nil }
    let runsEndWithDaemon = foundRuns.allSatisfy { $0.state == .ending }
    if runsEndWithDaemon { return [] }
    let isFirstStart = store == nil
    guard isFirstStart else { return beginning.snapshot.liveRuns }
    let alive = beginning.found.filter(\.state.isAlive).map(\.run)
    return beginning.snapshot.liveRuns.filter { alive.contains($0.id) }
  }

  /// Handles all modelled ends and deadlines that are due before `moment`, each at its own time. Then handles the ends
  /// that are due at `moment`.
  private mutating func advance(to moment: Instant) {
    // Both loops are limited, since the settings could make the scheduler set a new deadline for the same time forever.
    for _ in 0..<Self.mostSimultaneous {
      guard let now, let delay = nextDelay(now), now.awake + delay < moment.awake else { break }
      // The time advances even if a deadline is due now and stays due.
      let next = now.advanced(by: max(delay, .milliseconds(1)))
      guard next.wall < moment.wall else { break }
      handleNext(at: next)
    }
    now = moment
    for _ in 0..<Self.mostSimultaneous where plannedEnds.contains(where: { $0.at <= moment.awake })
    {
      handleFirstDueEnd(at: moment)
    }
  }

  /// Returns the time until the scheduler's next deadline or the next modelled end; `nil` if there is neither.
  private func nextDelay(_ now: Instant) -> Duration? {
    let ends = plannedEnds.map { max(.zero, $0.at - now.awake) }.min()
    return [core?.nextDeadlines().delay(from: now), ends].compactMap(\.self).min()
  }

  /// Handles the first modelled end that is due at `moment`. If none is, sends the scheduler only the time.
  private mutating func handleNext(at moment: Instant) {
    now = moment
    guard plannedEnds.contains(where: { $0.at <= moment.awake }) else {
      handle(.time, at: moment)
      return
    }
    handleFirstDueEnd(at: moment)
  }

  /// Removes and handles the first modelled end that is due at `moment`; does nothing if none is.
  private mutating func handleFirstDueEnd(at moment: Instant) {
    let due = plannedEnds.indices.filter { plannedEnds[$0].at <= moment.awake }
    let first = due.min { plannedEnds[$0].at < plannedEnds[$1].at }
    guard let first else { return }
    let end = plannedEnds.remove(at: first)
    if let event = Event(end: end.id, end.processExit) { handle(event, at: moment) }
  }

  /// Sends the scheduler an event, and handles the consequences of its effects. Returns the effects.
  @discardableResult
  private mutating func handle(_ event: Event, at moment: Instant) -> [Effect] {
    guard let effects = core?.handle(event, at: moment) else { return [] }
    handleConsequences(of: effects, at: moment)
    return effects
  }

  /// Handles the consequences of the effects: records them, plans the ends of runs and conditions, and sends the
  /// scheduler the events that follow immediately.
  private mutating func handleConsequences(of effects: [Effect], at moment: Instant) {
    store?.keep(effects, at: moment)
    RequestTally.count(effects, at: moment, in: &tallies)
    var events: [Event] = []
    for effect in effects {
      switch effect {
      case .afterCommit(.launch(let run, _)):
        planModelledEnd(of: run, at: moment)
        events.append(.runStarted(run.id))
        // The ticket 0 belongs to no caller.
        if run.awaitsReadiness { events.append(.report(run.id, .ready, 0)) }
      case .afterCommit(.check(let check, _)):
        let (length, processExit) = model.condition(of: check.key)
        planEnd(of: .check(check.id), after: length, processExit, at: moment)
      // A run that ignores warnings keeps its planned end.
      case .immediate(.warn(let run, _)) where !model.ignoresWarnings(run):
        planEnd(
          of: .run(run.id), after: Self.reactionTime, ProcessExit(signal: run.signal), at: moment)
      // A task ends with its process, which has a number of its own.
      case .immediate(.kill(let run)):
        plannedEnds.removeAll { $0.id == .run(run.id) }
        planEnd(of: .run(run.launched), after: .zero, ProcessExit.killed, at: moment)
      case .immediate(.killCheck(let check)):
        planEnd(of: .check(check.id), after: .zero, ProcessExit.killed, at: moment)
      case .afterCommit(.launchApp(let process, _)): events += Self.start(of: process)
      case .afterCommit(.deliver(let run)): planModelledEnd(of: run, at: moment)
      case .immediate(.killApp(let process)):
        planEnd(of: .run(process.id), after: .zero, ProcessExit.killed, at: moment)
      case .immediate(.poll):
        // The machine is not part of the replay, so a poll finds the values of the last recorded one.
        if let lastPoll { events.append(.measured(lastPoll, isFullPoll: true)) }
      default: break
      }
    }
    // After all effects, since each event has effects of its own.
    for event in events { handle(event, at: moment) }
  }

  /// Plans the end of `run` as the model predicts it; no end if the model has no length for the run.
  private mutating func planModelledEnd(of run: Run, at moment: Instant) {
    planEnd(of: .run(run.id), after: model.length(of: run), model.modelledEnd(of: run), at: moment)
  }

  /// Returns the events of a process start. The process exists immediately: its start time is part of the length of
  /// its task.
  private static func start(of process: AppProcess) -> [Event] {
    var attachment = AppAttachment(
      owner: process.app.owner, identity: AppProcess.Identity(pid: 1, startTicks: 0))
    attachment.process = process.id
    return [.attachApp(attachment, 0), .finishLaunch(process.id, 0, handlers: nil)]
  }

  /// The time in which a warned run stops.
  private static let reactionTime = Duration.milliseconds(100)

  /// Plans the end of a run or condition after `length`, in place of an earlier plan. If `length` is `nil`, no end is
  /// planned.
  private mutating func planEnd(
    of id: LaunchID, after length: Duration?, _ processExit: ProcessExit, at moment: Instant
  ) {
    plannedEnds.removeAll { $0.id == id }
    guard let length else { return }
    plannedEnds.append(PlannedEnd(id: id, at: moment.awake + length, processExit: processExit))
  }
}

extension Event {
  /// Whether the event is external and does not depend on decisions.
  fileprivate var isExternal: Bool {
    switch self {
    case .runStarted, .runEnded, .checkEnded, .report, .time, .attachApp, .finishLaunch, .detachApp,
      .debugged,
      .foundLocks, .holdApp:
      false
    case .measured(_, let isFullPoll): !isFullPoll
    default: true
    }
  }
}

extension FoundRun {
  /// Whether the run survived the previous daemon, and continues in the replay.
  fileprivate var isAlive: Bool {
    switch self {
    case .alive: true
    // The daemon that started the run no longer exists, whatever the settings are.
    case .ending, .ended: false
    }
  }
}
