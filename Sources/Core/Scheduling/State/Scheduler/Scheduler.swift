import OrderedCollections

/// The scheduler: events in, effects out, time passed in. No clock, no input or output, no
/// randomness: the same events at the same instants give the same effects.
///
/// It brings its parts together: it hands each event to the part that it is about, and what follows from that to
/// the others (`follow`). None of them knows it, or another.
package struct Scheduler: Sendable {
  var requests: PendingRequests
  var context: Context
  /// What the present event has brought about so far.
  var effects: [Effect] = []
  /// Sessions of which a transfer has ended in it; those that are over are told so before it is done.
  var endedTransfers: [TransferSession] = []

  /// Makes a scheduler from what a store holds. A run that the store believes alive and that was not
  /// found is recorded as interrupted, and its request waits again; the effects say so.
  ///
  /// - Parameter found: What has become of the runs that the store believes alive.
  /// - Parameter measured: What the machine tells; nil where no machine is read.
  /// - Parameter zoneSeconds: How far the user's clocks are ahead of UTC now; nil where nobody says.
  package static func load(
    _ snapshot: Snapshot, settings: Settings, at now: Instant, bootID: String,
    zoneSeconds: Int? = nil, found: [RunID: FoundRun] = [:], measured: [Measurement]? = nil
  ) -> (Scheduler, [Effect]) {
    let sameBoot = snapshot.bootID == bootID
    var scheduler = Scheduler(snapshot, settings: Shared(settings), at: now, sameBoot: sameBoot)
    scheduler.begin(
      snapshot, at: now, sameBoot: sameBoot, zoneSeconds: zoneSeconds, found: found,
      measured: measured)
    // Taken before the scheduler is copied out, or the next event would have them once more.
    let effects = scheduler.takeEffects()
    return (scheduler, effects)
  }

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
      // Another boot's awake times mean nothing now, nor at the next start in this one.
      if !sameBoot, waiting[index].progress.backoffUntil != nil {
        waiting[index].progress.backoffUntil = nil
        effects.append(.change(.putRequest(waiting[index])))
      }
    }
    requests.load(waiting)
  }

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
    let alive = runs.filter { found[$0.launched] != nil }.map(\.id)
    follow(
      context.apps.settle(
        since: snapshot.lastCommit, sameBoot: sameBoot, alive: alive, at: now), at: now)
    followClock(at: now)
    for run in runs { takeUp(run, found, snapshot, sameBoot: sameBoot, at: now) }
    // What has waited first, or it would be launched with the end of another, and then taken for gone.
    for process in snapshot.processes.sorted(by: { $0.isTakenUp(before: $1) }) {
      takeUp(process, found[process.id], sameBoot: sameBoot, at: now)
    }
    follow(zoneSeconds: zoneSeconds ?? snapshot.zoneSeconds, at: now)
    context.device.note(at: now)
    settle(at: now)
  }

  /// Goes on with a run of an earlier daemon, or records what became of it.
  private mutating func takeUp(
    _ run: Run, _ found: [RunID: FoundRun], _ snapshot: Snapshot, sameBoot: Bool, at now: Instant
  ) {
    let request = requests.executed(by: run, snapshot)
    if let process = run.process, context.processes[process] != nil {
      // What becomes of it is what becomes of its process.
      return context.runs.takeUp(run, of: request, isThere: true)
    }
    switch found[run.id] {
    case .alive:
      context.runs.takeUp(run, of: request, isThere: true)
      // Nobody tells its start again.
      note(.begin, of: run.id, at: now)
    case .ending:
      context.runs.takeUp(run, of: request, isThere: true)
      // What the death of its daemon warned is there until its grace is over, and holds its slot.
      apply(.interrupt, to: run.id, at: now)
    case .ended(let finish):
      context.runs.takeUp(run, of: request, isThere: false)
      end(run.id, finish, at: now)
    case nil:
      context.runs.takeUp(run, of: request, isThere: false)
      endInterrupted(run.id, sameBoot: sameBoot, at: now)
    }
  }

  /// Begins again from what the store holds, after a commit that failed: what was decided since is
  /// undone, but what is a fact of the outside stays: the device, and which runs live and how far
  /// they have been told to stop, so that a full disk never lets an overrun live on. What stays of each part,
  /// that part says.
  ///
  /// - Parameter before: the live runs as they were before what could not be committed. One that
  ///   ended in it keeps what it had been told until its end is told again.
  package static func reload(
    _ snapshot: Snapshot, after failed: Scheduler, before: [Run] = [], at now: Instant
  ) -> Scheduler {
    let (settings, facts) = (failed.context.settings, failed.context)
    var scheduler = Scheduler(snapshot, settings: settings, at: now, sameBoot: true)
    let requests = scheduler.requests
    scheduler.requests.keepRates(of: failed.requests)
    scheduler.context.device = facts.device.reloaded(snapshot, at: now)
    scheduler.context.apps.keepLearned(of: facts.apps)
    scheduler.context.forecastModel = facts.forecastModel.reloaded()
    scheduler.context.checks = facts.checks.reloaded()
    scheduler.context.pauses.keepUnstored(of: facts.pauses)
    scheduler.context.clocks.note(facts.clocks.correction)
    scheduler.context.processes.keepFacts(of: facts.processes)
    scheduler.context.runs.keepFacts(of: facts.runs, snapshot, before: before) {
      requests.executed(by: $0, snapshot)
    }
    return scheduler
  }

  /// Takes one event and says what is to be done. Total: every event in every state has an answer.
  package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    followClock(at: now)
    var accepted: Accepted?
    switch event {
    case .submit(let submission, let ticket):
      accepted = submit(submission, ticket, at: now)
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
    case .attachApp, .finishLaunch, .detachApp, .debugged, .foundLocks, .holdApp:
      takeAppEvent(event, at: now)
    case .device(let values, let ticket):
      take(values, ticket, at: now)
    case .measured(let measurements, let isLook):
      follow(context.device.take(measurements, isLook: isLook, at: now), at: now)
    case .freezeDevice(let duration, let ticket):
      freezeDevice(for: duration, ticket, at: now)
    case .thawDevice(let ticket):
      thawDevice(ticket, at: now)
    case .sleep(let isComing):
      sleep(isComing: isComing, at: now)
    case .zone(let seconds):
      follow(zoneSeconds: seconds, at: now)
    case .runStarted(let id): note(.begin, of: id, at: now)
    case .runEnded(let id, let finish): end(id, finish, at: now)
    case .checkEnded(let id, let finish): endCheck(id, finish, at: now)
    case .time:
      break
    case .changed(let reports, let ticket):
      for report in reports { take(report, at: now) }
      if let ticket { answer(ticket, .done(stopping: nil)) }
    case .report(let id, let report, let ticket):
      take(report, of: id, ticket, at: now)
    case .unquarantine(let key, let ticket):
      unquarantine(key, ticket)
    case .pause(let pause, let ticket):
      self.pause(pause, ticket, at: now)
    case .resume(let lifting, let ticket):
      resume(lifting, ticket, at: now)
    case .acknowledge(let keys, let ticket):
      acknowledge(keys, ticket, at: now)
    case .retry(let key, let ticket):
      retry(key, ticket, at: now)
    case .drain(let leavesRuns):
      drain(leavesRuns: leavesRuns, at: now)
    }
    settle(at: now)
    if let accepted { answer(accepted, at: now) }
    return takeEffects()
  }

  private mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  /// Follows what time alone changes, stops what must stop, and starts what may start.
  mutating func settle(at now: Instant) {
    followTime(at: now)
    superviseQuotas(at: now)
    effects += context.runs.supervise(at: now)
    superviseProcesses(at: now)
    superviseChecks(at: now)
    repeat {
      tellEndedSessions(at: now)
      startWhatIsReady(at: now)
    } while !endedTransfers.isEmpty
    reportOverdue(at: now)
    suspendIdleProcesses(at: now)
  }

  /// Does what follows from a change of one part: has all looked at again that reads what was touched.
  mutating func follow(_ followUp: FollowUp, at now: Instant) {
    effects += followUp.effects
    let touched = followUp.touched
    if touched.isEmpty { return }
    if touched.touches(.ofHabits) {
      observeHabits(at: now)
      let interval = context.settings.value.forecast.keptEvery
      effects += context.forecastModel.save(at: now, after: interval).effects
    }
    requests.askDevice(touched.fields, in: context, at: now)
    requests.follow(touched)
    if touched.touches(.ofRuns) { watchGates(at: now) }
  }

  private mutating func observeHabits(at now: Instant) {
    context.forecastModel.observe(
      context.device.raw, at: now, zoneSeconds: context.clocks.zoneSeconds)
  }

  /// Follows what the passing of time has changed.
  private mutating func followTime(at now: Instant) {
    observeHabits(at: now)
    context.device.followSleep(at: now)
    follow(context.device.followHold(at: now), at: now)
    follow(context.device.followTime(at: now), at: now)
    follow(context.pauses.followTime(now.wall), at: now)
    if context.runs.takeUnwatchedGates() { watchGates(at: now) }
    requests.followTime(now)
  }

  /// Sees that the wall clock was set back, before anything is decided by what was noted until then. What was
  /// asked for, has run or was given up by a clock that was far ahead, by years where a machine began with a
  /// wrong date, counts as asked for, run or given up now.
  private mutating func followClock(at now: Instant) {
    guard context.clocks.isSetBack(at: now) else { return }
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
    follow(FollowUp(touched: Touched(inputs: .clock)), at: now)
  }

  /// Follows clocks that were set for summer or winter, or carried into another zone: periodic work
  /// of whole days keeps its times of day.
  private mutating func follow(zoneSeconds: Int, at now: Instant) {
    guard let followUp = context.clocks.follow(zoneSeconds: zoneSeconds) else { return }
    follow(followUp, at: now)
    let settings = context.settings.value
    let moved = requests.table.all.compactMap { $0.moved(to: zoneSeconds, settings) }
    for request in moved { put(request) }
  }

  /// When the scheduler wants to be asked next if nothing else happens.
  package func nextWake() -> Wake {
    var wake = Wake()
    wake.include(requests.nextWall)
    wake.include(requests.nextAwake)
    wake.include(requests.looks.next(in: context.capacity()))
    context.device.includeMoments(in: &wake, hasRequests: requests.count > 0)
    wake.include(context.checks.nextEnd)
    wake.include(context.pauses.nextEnd)
    context.runs.includeMoments(in: &wake)
    wake.include(context.processes.nextMoment)
    return wake
  }
}
