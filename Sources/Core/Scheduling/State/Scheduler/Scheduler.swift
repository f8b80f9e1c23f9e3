import OrderedCollections

/// The scheduler: events in, effects out, time passed in. No clock, no input or output, no randomness: the same
/// events at the same instants give the same effects.
///
/// The scheduler connects its parts: it passes each event to the part that handles it, and the consequences to the
/// other parts (`follow`). No part knows the scheduler or another part.
package struct Scheduler: Sendable {
  var requests: PendingRequests
  var context: Context
  /// The effects of the present event so far.
  var effects: [Effect] = []
  /// Sessions in which a transfer ended during this event; ended sessions are reported before the event is done.
  var endedTransfers: [TransferSession] = []
  /// Ends of requests during this event that the requests which follow them have not noted yet.
  var predecessorEnds: [(key: RequestKey, end: PredecessorEnd)] = []
  /// The requests that have failed in this event, each with the id of the predecessor that it has lost.
  var lostDependents: [(key: RequestKey, predecessor: String)] = []
  /// The moment of the last event; `nil` before the first.
  var lastMoment: Instant?

  /// Creates a scheduler from the contents of a store. A stored live run that was not found is recorded as
  /// interrupted, and its request waits again; the effects include this.
  ///
  /// - Parameter found: The states of the stored live runs.
  /// - Parameter measured: The measured values; `nil` if no machine is read.
  /// - Parameter zoneSeconds: How far the user's clocks are ahead of UTC now; `nil` if it is unknown.
  package static func load(
    _ snapshot: Snapshot, settings: Settings, at now: Instant, bootID: String,
    zoneSeconds: Int? = nil, found: [RunID: FoundRun] = [:], measured: [Measurement]? = nil
  ) -> (scheduler: Scheduler, effects: [Effect]) {
    let sameBoot = snapshot.bootID == bootID
    var scheduler = Scheduler(snapshot, settings: Shared(settings), at: now, sameBoot: sameBoot)
    scheduler.begin(
      snapshot, at: now, sameBoot: sameBoot, zoneSeconds: zoneSeconds, found: found,
      measured: measured)
    // Removed before the scheduler is copied out, or the next event would return them again.
    let effects = scheduler.removeEffects()
    return (scheduler, effects)
  }

  /// Creates a scheduler with the contents of a store, as they were stored. Only awake times of another boot are
  /// removed.
  private init(
    _ snapshot: Snapshot, settings: Shared<Settings>, at now: Instant, sameBoot: Bool
  ) {
    requests = PendingRequests(nextSequence: snapshot.nextSequence, settings: settings)
    context = Context(snapshot, settings: settings, at: now)
    var waiting = snapshot.requests.sorted { $0.sequence < $1.sequence }
    for index in waiting.indices {
      // One copy of the app's name for all its requests.
      if let app = context.apps.app(of: waiting[index].key) {
        waiting[index].key.app = app.value.key.id
      }
      // Awake times of another boot are meaningless: the awake clock begins again at each boot. The change is stored
      // because the next start in this boot would find the same boot identifier, and apply the old time.
      if !sameBoot, waiting[index].progress.backoffUntil != nil {
        waiting[index].progress.backoffUntil = nil
        effects.append(.change(.putRequest(waiting[index])))
      }
    }
    requests.load(waiting)
  }

  /// Brings the loaded state up to date: measured values, pauses, app usage, the clock, and each stored run and
  /// process. Called once, by `load`.
  private mutating func begin(
    _ snapshot: Snapshot, at now: Instant, sameBoot: Bool, zoneSeconds: Int?,
    found: [RunID: FoundRun], measured: [Measurement]?
  ) {
    if let measured {
      let read = context.device.beginReading(measured, snapshot, sameBoot: sameBoot, at: now)
      follow(read, at: now)
    }
    if !sameBoot { follow(context.pauses.endWithDaemon(at: now.wall), at: now) }
    let runs = snapshot.liveRuns.sorted { $0.id < $1.id }
    let foundRuns = runs.filter { found[$0.launched] != nil }.map(\.id)
    follow(
      context.apps.endLostSessions(
        since: snapshot.lastCommit, sameBoot: sameBoot, alive: foundRuns, at: now), at: now)
    followClock(at: now)
    for run in runs { recover(run, found, snapshot, sameBoot: sameBoot, at: now) }
    // Waiting processes first, or the end of another would launch them, and they would then be considered missing.
    for process in snapshot.processes.sorted(by: { $0.isRecovered(before: $1) }) {
      recover(process, found[process.id], sameBoot: sameBoot, at: now)
    }
    follow(zoneSeconds: zoneSeconds ?? snapshot.zoneSeconds, at: now)
    context.alarm.resume(sameBoot: sameBoot, lastCommit: snapshot.lastCommit, at: now)
    context.device.noteView(at: now)
    noteLostPredecessors()
    settleConsequences(at: now)
  }

  /// Adds a run of an earlier daemon as live, in the state that was found, and records its end if it has ended.
  private mutating func recover(
    _ run: Run, _ found: [RunID: FoundRun], _ snapshot: Snapshot, sameBoot: Bool, at now: Instant
  ) {
    let request = requests.executed(by: run, snapshot)
    if let process = run.process, context.processes[process] != nil {
      // A task: the recovery of its process, which follows, decides about it.
      return context.runs.recover(run, of: request, isThere: true)
    }
    switch found[run.id] {
    case .alive:
      context.runs.recover(run, of: request, isThere: true)
      // Its start is not reported again.
      applyStart(.begin, of: run.id, at: now)
      // The kill of the earlier daemon may be lost, and no deadline would repeat it.
      if case .killed = run.phase { apply(.interrupt, to: run.id, at: now) }
    case .ending:
      context.runs.recover(run, of: request, isThere: true)
      // It was warned because its daemon died. It exists until its grace is over, and keeps its slot.
      apply(.interrupt, to: run.id, at: now)
    case .ended(let processExit):
      context.runs.recover(run, of: request, isThere: false)
      end(run.id, processExit, at: now)
    case nil:
      context.runs.recover(run, of: request, isThere: false)
      endInterrupted(run.id, sameBoot: sameBoot, at: now)
    }
  }

  /// Recreates the scheduler from the store after a failed commit. Later decisions are undone, but external states
  /// stay: the device, the live runs and their stop states, so that a full disk cannot keep an overrun alive. Each
  /// part defines the states that it keeps.
  ///
  /// - Parameter runsBefore: The live runs as they were before the events whose commit failed. A run that ended in
  ///   these events keeps its stop state until its end is reported again.
  package static func reload(
    _ snapshot: Snapshot, after failed: Scheduler, runsBefore: [Run] = [], at now: Instant
  ) -> Scheduler {
    let old = failed.context
    var scheduler = Scheduler(snapshot, settings: old.settings, at: now, sameBoot: true)
    let storedRequests = scheduler.requests
    scheduler.requests.keepExternalState(of: failed.requests)
    scheduler.context.device = old.device.reloaded(snapshot, at: now)
    scheduler.context.apps.keepLearned(of: old.apps)
    scheduler.context.forecastModel = old.forecastModel.reloaded()
    scheduler.context.checks = old.checks.reloaded()
    scheduler.context.pauses.keepUnstored(of: old.pauses)
    scheduler.context.clocks.note(old.clocks.correction)
    scheduler.context.alarm = old.alarm.reloaded()
    scheduler.context.processes.keepExternalState(of: old.processes)
    scheduler.context.runs.keepExternalState(of: old.runs, snapshot, runsBefore: runsBefore) {
      storedRequests.executed(by: $0, snapshot)
    }
    return scheduler
  }

  /// Handles one event and everything that time makes due, and returns the effects. Total: every event in every state
  /// has an answer.
  package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    if case .time = event, isSettled(at: now) { return [] }
    followClock(at: now)
    var unanswered: Unanswered?
    switch event {
    case .submit(let submission, let ticket):
      unanswered = submit(submission, ticket, at: now)
    case .submitAll(let batch, let ticket):
      unanswered = submit(batch, ticket, at: now)
    case .cancel(let key, let keepsRunning, let ticket):
      unanswered = cancel(key, keepsRunning: keepsRunning, ticket, at: now)
    case .runNow(let key, let mode, let ticket):
      runNow(key, mode, ticket, at: now)
    case .stop(let key, let reason, let ticket):
      stop(key, reason, ticket, at: now)
    case .registerApp(let app, let ticket):
      register(app, ticket, at: now)
    case .removeApp(let key, let ticket):
      removeApp(key, ticket, at: now)
    case .app(let key, let event, let ticket):
      handle(event, of: key, ticket, at: now)
    case .attachApp, .finishLaunch, .detachApp, .debugged, .foundLocks, .holdApp:
      handleAppEvent(event, at: now)
    case .device(let values, let ticket):
      applyOverrides(values, ticket, at: now)
    case .measured(let measurements, let isFullPoll):
      follow(context.device.apply(measurements, isFullPoll: isFullPoll, at: now), at: now)
    case .freezeDevice(let duration, let ticket): freezeDevice(for: duration, ticket, at: now)
    case .thawDevice(let ticket): thawDevice(ticket, at: now)
    case .sleep(let isComing):
      sleep(isComing: isComing, at: now)
    case .zone(let seconds):
      follow(zoneSeconds: seconds, at: now)
    case .runStarted(let id): applyStart(.begin, of: id, at: now)
    case .runEnded(let id, let processExit): end(id, processExit, at: now)
    case .checkEnded(let id, let processExit): endCheck(id, processExit, at: now)
    case .time: break
    case .changed(let reports, let ticket):
      for report in reports { noteChange(report, at: now) }
      if let ticket { answer(ticket, .done(stopping: nil)) }
    case .report(let id, let report, let ticket):
      handle(report, of: id, ticket, at: now)
    case .unquarantine(let key, let ticket):
      unquarantine(key, ticket)
    case .pause(let pause, let ticket):
      self.pause(pause, ticket, at: now)
    case .resume(let lifting, let ticket):
      resume(lifting, ticket, at: now)
    case .setWidth, .setSlots: setNumbers(event, at: now)
    case .acknowledge(let keys, let ticket):
      acknowledge(keys, ticket, at: now)
    case .retry(let key, let ticket):
      retry(key, ticket, at: now)
    case .drain(let leavesRuns): drain(leavesRuns: leavesRuns, at: now)
    }
    settleConsequences(at: now)
    if let unanswered { answer(unanswered, at: now) }
    return removeEffects()
  }

  /// Returns the collected effects, and clears them.
  private mutating func removeEffects() -> [Effect] {
    let collected = effects
    effects = []
    lostDependents = []
    return collected
  }

  /// Handles the passing of time, stops runs that must stop, and starts requests that may start. Called at the end of
  /// each event. Stops come before starts, since they free slots; the loop ends when no end of a request is left to
  /// note.
  mutating func settleConsequences(at now: Instant) {
    followTime(at: now)
    superviseQuotas(at: now)
    effects += context.runs.supervise(at: now)
    superviseProcesses(at: now)
    superviseChecks(at: now)
    repeat {
      notePredecessorEnds(at: now)
      queueSessionWakes(at: now)
      startWhatIsReady(at: now)
    } while !endedTransfers.isEmpty || !predecessorEnds.isEmpty
    reportOverdue(at: now)
    suspendIdleProcesses(at: now)
    setAlarm(at: now)
    lastMoment = now
  }

  /// Follows a change of one part; does nothing for `nil`, which parts return at most events, since time has changed
  /// nothing in them.
  private mutating func follow(_ followUp: FollowUp?, at now: Instant) {
    if let followUp { follow(followUp, at: now) }
  }

  /// Collects the effects of a change of one part, and re-evaluates everything that depends on a touched input.
  /// Requests are marked for the next check for starts, and the gates of runs are checked now.
  mutating func follow(_ followUp: FollowUp, at now: Instant) {
    if !followUp.effects.isEmpty { effects += followUp.effects }
    var touched = followUp.touched
    if touched.isEmpty { return }
    if touched.touches(.unlocking), context.apps.noteUnlocking(at: context.clocks.local(now)) {
      touched.inputs.insert(.prices)
    }
    if touched.touches(.ofHabits) {
      observeHabits(at: now)
      let interval = context.settings.value.forecast.keptEvery
      effects += context.forecastModel.save(at: now, after: interval).effects
    }
    // The call copies the context.
    if !touched.fields.isEmpty {
      requests.reevaluateDevice(touched.fields, in: context, at: now)
    }
    requests.markDependents(of: touched)
    if touched.touches(.ofDates) { context.alarm.noteChange() }
    if touched.touches(.ofRuns) { watchGates(at: now) }
  }

  /// Learns the present state of the device for its habits.
  private mutating func observeHabits(at now: Instant) {
    context.forecastModel.observe(
      context.device.shared, at: now, zoneSeconds: context.clocks.zoneSeconds)
  }

  /// Applies the changes caused by time only: to habits, the device, pauses, and requests whose moment has come.
  private mutating func followTime(at now: Instant) {
    observeHabits(at: now)
    context.device.followSleep(at: now)
    follow(context.followAlarm(at: now), at: now)
    follow(context.device.endTimedFreeze(at: now), at: now)
    follow(context.device.followTime(at: now), at: now)
    follow(context.pauses.followTime(now.wall), at: now)
    let zone = context.clocks.zoneSeconds
    follow(context.device.followMetering(at: now, zoneSeconds: zone), at: now)
    follow(context.quiet.followTime(now.wall, zoneSeconds: zone), at: now)
    if context.runs.consumeUnwatchedGates() { watchGates(at: now) }
    requests.followTime(now)
  }

  /// Detects a wall clock that was set back, before any decision uses earlier times. A clock that was years ahead,
  /// such as one with a wrong date at boot, leaves times in the future: they become now.
  private mutating func followClock(at now: Instant) {
    guard context.clocks.detectSetBack(at: now) else { return }
    let (zone, settings) = (context.clocks.zoneSeconds, context.settings.value)
    let corrected = requests.table.all.compactMap {
      $0.broughtBack(to: now.wall, zoneSeconds: zone, settings)
    }
    for request in corrected { put(request) }
    if !corrected.isEmpty {
      context.clocks.note(ClockCorrection(at: now.wall, requests: corrected.count))
    }
    follow(context.apps.followClock(at: now, context.clocks.local(now)), at: now)
    follow(context.pauses.followClock(now.wall), at: now)
    context.alarm.followClock(at: now.wall)
    follow(FollowUp(touched: Touched(inputs: .clock)), at: now)
  }

  /// Follows a change to summer or winter time, or to another zone: periodic requests of whole days keep their times
  /// of day.
  private mutating func follow(zoneSeconds: Int, at now: Instant) {
    guard let followUp = context.clocks.follow(zoneSeconds: zoneSeconds) else { return }
    follow(followUp, at: now)
    context.alarm.noteChange()
    let settings = context.settings.value
    let moved = requests.table.all.compactMap { $0.moved(to: zoneSeconds, settings) }
    for request in moved { put(request) }
  }
}
