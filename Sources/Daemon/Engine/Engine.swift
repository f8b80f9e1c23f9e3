import Devices
import Dispatch
import Launch
import Logging
import Scheduling
import Store

/// The one serial place where everything comes together: takes all that waits, lets the scheduler
/// decide, commits once for all of it, then acts.
///
/// What it holds is touched on `queue` only, which is what makes it safe to send.
package final class Engine: @unchecked Sendable {
  let queue: DispatchQueue
  let logger: Logger
  private let inbox = Inbox()
  private let store: any Store
  private let launcher: any Launcher
  private let bootID: String
  private var alarm: Alarm?
  private var clockWatch: ClockWatch?
  private(set) var core: Scheduler
  var clock: EngineClock
  var story = DeviceStory()
  /// Calls that wait for a simulated clock to reach a moment.
  var appointments = Appointments()
  let watchers = Watchers()
  let waiters = Waiters()
  var watchdog: Watchdog?
  private var firstEffects: [Effect] = []
  private var nextTicket: Ticket = 1
  /// Real awake nanoseconds at which a failed commit is tried again.
  private var retryAt: Int64?
  /// Called once everything has been told to stop and nothing runs any more.
  private var drained: (() -> Void)?

  struct Parts {
    var queue: DispatchQueue
    var logger: Logger
    var store: any Store
    var launcher: any Launcher
    var clock: EngineClock
    var bootID: String
    var settings: Settings
    var snapshot: Snapshot
  }

  /// Begins with what the store holds; `start` acts on it.
  init(_ parts: Parts) throws(DaemonError) {
    queue = parts.queue
    logger = parts.logger
    store = parts.store
    launcher = parts.launcher
    bootID = parts.bootID
    clock = parts.clock
    let (core, effects) = Scheduler.load(
      parts.snapshot, settings: parts.settings, at: parts.clock.now, bootID: parts.bootID)
    self.core = core
    alarm = try Alarm(queue: queue) { [unowned self] in wake() }
    if !clock.isSimulated {
      clockWatch = try ClockWatch(queue: queue) { [unowned self] in post(.time) }
    }
    firstEffects = effects
  }

  /// Commits and does what follows from what was loaded. Returns when it is done.
  func start() {
    queue.sync {
      var batch = Batch()
      sort(firstEffects, into: &batch)
      firstEffects = []
      conclude(batch)
    }
  }

  /// Now, on the engine's clock.
  var now: Instant { clock.now }

  /// Puts a call that changes something in line. `answer` is called on the queue, once what it
  /// promises is on disk.
  package func call(
    _ make: @escaping @Sendable (Engine, Ticket) throws(Refusal) -> Event,
    answer: @escaping @Sendable (Engine, Answer) -> Void
  ) {
    put(.call(make, answer: answer))
  }

  /// Puts something that happened outside in line.
  func post(_ fact: Event) {
    put(.fact(fact))
  }

  /// Puts a look at the state in line.
  package func read(_ body: @escaping @Sendable (Engine) -> Void) {
    put(.read(body))
  }

  /// Expires everything that runs, starts nothing more, and calls `finished` when nothing is left.
  func drain(_ finished: @escaping () -> Void) {
    drained = finished
    post(.drain)
  }

  /// Lets go of the store, at the very end.
  func close() {
    store.close()
  }

  func runs(_ query: RunQuery) throws(StoreError) -> [Run] {
    try store.runs(query)
  }

  func output(of run: RunID, from offset: Int64?, limitBytes: Int) throws(LaunchError) -> RunOutput
  {
    try launcher.readOutput(run: run, from: offset, limitBytes: limitBytes)
  }

  func forgetOutput(of run: RunID) {
    do throws(LaunchError) {
      try launcher.forgetOutput(run: run)
    } catch {
      logger.debug("The output of run \(run) could not be deleted: \(error)")
    }
  }

  private func put(_ item: Item) {
    if inbox.put(item) {
      queue.async { self.step() }
    }
  }

  /// The alarm rang.
  private func wake() {
    post(.time)
  }
}

// One step: taken, decided, committed, acted on.
extension Engine {
  private func step() {
    var batch = Batch()
    for step in story.due(at: now.wall) {
      if let note = step.note { watchers.send(note: note, at: now) }
      take(.device(step.values, nil), into: &batch)
    }
    for item in inbox.takeAll() {
      take(item, into: &batch)
    }
    conclude(batch)
  }

  private func take(_ item: Item, into batch: inout Batch) {
    switch item {
    case .fact(let event): take(event, into: &batch)
    case .read(let body): body(self)
    case .call(let make, let answer): take(make, answer, into: &batch)
    }
  }

  private func take(_ fact: Event, into batch: inout Batch) {
    batch.facts.append(fact)
    sort(core.handle(fact, at: now), into: &batch)
  }

  private func take(
    _ make: (Engine, Ticket) throws(Refusal) -> Event, _ answer: @escaping (Engine, Answer) -> Void,
    into batch: inout Batch
  ) {
    let ticket = nextTicket
    nextTicket += 1
    do throws(Refusal) {
      let event = try make(self, ticket)
      batch.callers[ticket] = { [unowned self] in answer(self, $0) }
      sort(core.handle(event, at: now), into: &batch)
    } catch {
      answer(self, .refused(error))
    }
  }

  /// Acts on what withdraws at once; what promises waits.
  private func sort(_ effects: [Effect], into batch: inout Batch) {
    for effect in effects {
      switch effect {
      case .change(let change): batch.changes.append(change)
      case .warn(let run, let reason):
        launcher.signal(run: run.id, signal: run.signal, reason: reason.rawValue)
      case .kill(let run): launcher.kill(run: run.id)
      case .answer, .launch, .announce: batch.promises.append(effect)
      }
    }
  }

  /// Commits the batch and keeps its promises, or undoes it.
  private func conclude(_ batch: Batch) {
    do throws(StoreError) {
      if !batch.changes.isEmpty {
        try store.commit(batch.changes, at: now, bootID: bootID)
      }
      retryAt = nil
      for promise in batch.promises {
        keep(promise, batch)
      }
    } catch {
      undo(batch, error)
    }
    followClock()
    watchdog?.feed(at: EngineClock.real)
    finishDraining()
  }

  private func keep(_ promise: Effect, _ batch: Batch) {
    switch promise {
    case .answer(let ticket, let answer): batch.callers[ticket]?(answer)
    case .launch(let run, let command): launch(run, command)
    case .announce(let notice): announce(notice)
    case .change, .warn, .kill: break
    }
  }

  private func launch(_ run: Run, _ command: Command) {
    do throws(LaunchError) {
      try launcher.launch(LaunchOrder(run, command))
    } catch {
      var finish = Finish()
      finish.launchFailure = "\(error)"
      post(.runEnded(run.id, finish))
    }
  }

  /// After a commit that failed: whoever asked for something hears so, the core begins again from
  /// what is on disk, and what happened outside is told to it again.
  private func undo(_ batch: Batch, _ error: StoreError) {
    logger.error("Nothing could be recorded: \(error)")
    let refusal = Refusal(.unavailable, message: "\(error)")
    for answer in batch.callers.values {
      answer(.refused(refusal))
    }
    for answer in appointments.takeAll() {
      answer(self, refusal)
    }
    do throws(StoreError) {
      core = Scheduler.reload(try store.load(), after: core, at: now)
    } catch {
      logger.critical("What was recorded cannot be read again, so rubatod stops: \(error)")
      fatalError("\(error)")
    }
    inbox.putBack(batch.facts.filter(\.mustSurvive).map { .fact($0) })
    retryAt = EngineClock.real + 5_000_000_000
  }

  private func finishDraining() {
    guard core.isStopping, core.runCount == 0, let finished = drained else { return }
    drained = nil
    finished()
  }
}

// Time: one alarm for the next moment that matters.
extension Engine {
  /// Moves a simulated clock as far as it may go, or sets the alarm.
  private func followClock() {
    let runs = core.runCount > 0
    clock.withVirtual { $0.setHasRuns(runs, real: $1) }
    for answer in appointments.takeDue(at: now.wall) {
      answer(self, nil)
    }
    let delay = nextDelay()
    if let delay, retryAt == nil, !runs, clock.isSimulated, appointments.next != nil {
      clock.withVirtual { $0.jump(by: delay, real: $1) }
      post(.time)
      return
    }
    setAlarm(delay.flatMap { clock.realDelay($0) })
  }

  /// How long until something is due, on the engine's clock.
  private func nextDelay() -> Duration? {
    let now = now
    let moments = [story.next, appointments.next].compactMap(\.self).map {
      max($0 - now.wall, .zero)
    }
    return (moments + [core.nextWake().delay(from: now)].compactMap(\.self)).min()
  }

  private func setAlarm(_ delay: Duration?) {
    let real = EngineClock.real
    // While nothing can be recorded, what is due for starting is due again and again.
    let due = retryAt == nil ? delay : delay.map { max($0, .milliseconds(100)) }
    let others = [retryAt, watchdog?.nextFeed].compactMap(\.self)
      .map { Duration.nanoseconds(max(0, $0 - real)) }
    alarm?.set(after: (others + [due].compactMap(\.self)).min())
  }
}

extension Event {
  /// Whether the event must be told again after a commit that failed: the time tells itself.
  fileprivate var mustSurvive: Bool {
    if case .time = self { false } else { true }
  }
}
