import Testing

@testable import Scheduling

/// Random days: submissions, a device that changes, commands that end, overrun or hang, and a user who cancels, forces
/// and closes the lid. The effects of every event are checked.
struct RandomizedTest: CustomStringConvertible {
  /// A command, as seen from the outside.
  struct Process {
    var run: Run
    /// The awake times at which the run begins, and ends without a signal.
    var begins: AwakeTime
    var ends: AwakeTime
    var finish: ProcessExit
    /// The time from a warning to the end; `nil` if the process ignores warnings.
    var obeysAfter: Duration?
    var hasBegun = false
    var warned: AwakeTime?
    var isKilled = false
    /// The time at which it was frozen; `nil` while it runs.
    var frozen: AwakeTime?

    mutating func thaw(at now: AwakeTime) {
      guard let since = frozen else { return }
      frozen = nil
      ends = ends + (now - since)
    }
  }

  let seed: UInt64
  var random: SeededGenerator
  /// Values that were added later are drawn from a separate stream, in one seed of four, so that the other seeds stay
  /// the same.
  var others: SeededGenerator
  let hasOthers: Bool
  var scheduler: Scheduler
  var now: Instant
  var snapshot = Snapshot()
  /// Permanently failed requests that the latest event has removed.
  var forgotten: Set<RequestKey> = []
  var processes: [Process] = []
  /// The log of effects, if `keepsLog`.
  var log: [String] = []
  var keepsLog = false
  /// Whether the log contains changes of learned habits.
  var logsLearning = false
  /// All apps, from effects.
  var apps: [AppKey: App] = [:]
  /// The number of times that a request waited for room while another started, and that a latest date had passed.
  var compared = 0
  var overdue = 0
  /// Whether an operator asked for a run by name, out of order.
  var isAsked = false
  /// The group of every launched run.
  var groups: [RunID: String] = [:]
  /// The sequences of requests with a launched run.
  var served: Set<Int64> = []
  /// The expected state of a machine that is read, and of condition checks.
  var machine: MachineBook
  var conditions = ConditionBook()
  /// Whether changes have stopped: every condition is met, and a poll finds no changes.
  var isCalm = false
  private var ticket: Ticket = 0

  /// - Parameter isHabitual: Whether the device's habits are known, so that work waits for the best moment.
  /// - Parameter isRead: Whether a machine reports the state; otherwise it is simulated.
  init(seed: UInt64, isHabitual: Bool = false, isRead: Bool = false) {
    self.seed = seed
    machine = MachineBook(isRead: isRead)
    random = SeededGenerator(seed: seed)
    others = SeededGenerator(seed: ~seed)
    hasOthers = others.flip(4)
    let up = Duration.seconds(Int.random(in: 0...1000, using: &random))
    now = Instant(
      wall: WallTime(seconds: 1_772_433_000), boot: BootTime(nanoseconds: up.nanoseconds),
      awake: AwakeTime(nanoseconds: up.nanoseconds))
    snapshot.bootID = "boot"
    if isHabitual { snapshot.learned = [Self.habit] }
    var settings = Settings()
    settings.usersMayWake = hasOthers
    scheduler =
      Scheduler.load(
        snapshot, settings: settings, at: now, bootID: "boot", measured: machine.measurements
      ).0
    machine.begin(at: now)
  }

  /// Three weeks of nights on power, up to the beginning of the test.
  private static let habit: Learned = {
    var life = DeviceHabitLife()
    life.now.wall = WallTime(seconds: 1_772_433_000) - .days(21)
    life.spendDays(21)
    let habit = life.habit.settled(at: life.now, settings: life.settings)
    return Learned(name: Learned.device, bytes: habit.bytes)
  }()

  var description: String { "storm \(seed) at \(UniversalTime.text(now.wall))" }

  mutating func nextTicket() -> Ticket {
    ticket += 1
    return ticket
  }

  mutating func handle(_ event: Event) {
    if case .runNow = event { isAsked = true } else { isAsked = false }
    machine.note(event, at: now)
    take(scheduler.handle(event, at: now))
  }

  /// Records and checks the visible effects.
  mutating func take(_ effects: [Effect]) {
    forgotten = []
    for effect in effects {
      note(effect)
      switch effect {
      case .change(let change):
        if case .removeRequest(let key) = change, snapshot.hasFailed(key) { forgotten.insert(key) }
        snapshot.apply(change)
        machine.note(change)
      case .afterCommit(.launch(let run, _)): begin(run)
      case .immediate(.warn(let run, _)): warn(run)
      case .immediate(.kill(let run)): kill(run)
      case .immediate(.freeze(let run)): change(run) { $0.frozen = $1.awake }
      case .afterCommit(.thaw(let run)): change(run) { $0.thaw(at: $1.awake) }
      case .immediate(.poll): machine.ask(at: now, random: &random)
      case .afterCommit(.check(let check, _)): beginCheck(check)
      case .immediate(.killCheck(let check)): killCheck(check)
      case .afterCommit(.answer), .afterCommit(.announce), .afterCommit(.startUnit),
        .afterCommit(.runFailureCommand), .afterCommit(.notifyOwner),
        .immediate(.signal):
        break
      case .afterCommit(.launchApp), .afterCommit(.deliver), .afterCommit(.suspendApp),
        .afterCommit(.resumeApp),
        .immediate(.killApp):
        preconditionFailure("no app is installed here; the swarm has those that are")
      }
    }
    check(effects)
    let choices = choices(effects)
    if !isAsked { compared += checkOrder(choices) }
    overdue += checkPromises()
  }

  private mutating func note(_ effect: Effect) {
    // A daemon that was down meanwhile learns at other times.
    if case .change(.learn) = effect, !logsLearning { return }
    guard keepsLog else { return }
    if let note = conditionNote(effect) {
      log.append(note)
    } else if case .afterCommit(.answer(let ticket, let answer)) = effect,
      let acceptance = answer.acceptance
    {
      // The store does not keep how long a reason has been in effect.
      log.append("\(ticket): \(acceptance.request), \(acceptance.explanation?.reasons ?? [])")
    } else if case .afterCommit(.notifyOwner(let notice)) = effect {
      // The text contains the start of the present reason, which the store does not keep.
      log.append("notice of \(notice.key)")
    } else {
      log.append(String(describing: effect))
    }
  }

  private mutating func change(_ run: Run, _ body: (inout Process, Instant) -> Void) {
    guard let index = processes.firstIndex(where: { $0.run.id == run.id }) else { return }
    processes[index].run = run
    body(&processes[index], now)
  }

  private mutating func begin(_ run: Run) {
    served.insert(run.sequence)
    groups[run.id] = snapshot.requests.first { $0.sequence == run.sequence }?.terms.group
    let delay = Duration.milliseconds(Int.random(in: 0...11_000, using: &random))
    let life = Duration.seconds(Int.random(in: 1...2000, using: &random))
    let exit = random.pick([0, 0, 0, 1, 75, nil] as [Int32?])
    var process = Process(
      run: run, begins: now.awake + (random.flip(3) ? delay : .zero), ends: now.awake + life,
      finish: ProcessExit(exit: exit, signal: exit == nil ? 11 : nil))
    if !random.flip(3) {
      process.obeysAfter = .milliseconds(Int.random(in: 0...20_000, using: &random))
    }
    processes.append(process)
  }

  private mutating func warn(_ run: Run) {
    guard let index = processes.firstIndex(where: { $0.run.id == run.id }) else { return }
    processes[index].thaw(at: now.awake)
    if case .expiring = run.phase { processes[index].warned = now.awake }
    if let delay = processes[index].obeysAfter {
      processes[index].ends = min(processes[index].ends, now.awake + delay)
    }
  }

  private mutating func kill(_ run: Run) {
    guard let index = processes.firstIndex(where: { $0.run.id == run.id }) else { return }
    processes[index].isKilled = true
    processes[index].frozen = nil
    processes[index].ends = now.awake + .milliseconds(Int.random(in: 0...50, using: &random))
    processes[index].finish = .killed
  }

  // MARK: Time

  /// Lets time pass on an awake machine, from one event to the next.
  mutating func pass(_ duration: Duration) {
    let end = now.awake + duration
    while true {
      let wake = scheduler.nextDeadlines().delay(from: now).map { now.awake + $0 }
      let moments = processes.filter { $0.frozen == nil }.map {
        $0.hasBegun ? $0.ends : min($0.begins, $0.ends)
      }
      let others = [wake, machine.answers, conditions.nextEnd].compactMap(\.self)
      guard let next = (moments + others).min(), next <= end else { break }
      now = now.advanced(by: max(.zero, next - now.awake))
      moveProcesses()
      endChecks()
      answerLook()
      handle(.time)
    }
    now = now.advanced(by: end - now.awake)
    handle(.time)
  }

  private mutating func moveProcesses() {
    for process in processes where !process.hasBegun && process.begins <= now.awake {
      guard let index = processes.firstIndex(where: { $0.run.id == process.run.id }) else {
        continue
      }
      processes[index].hasBegun = true
      handle(.runStarted(process.run.id))
    }
    for process in processes where process.frozen == nil && process.ends <= now.awake {
      end(process.run.id, process.finish)
    }
  }

  mutating func end(_ run: RunID, _ finish: ProcessExit) {
    processes.removeAll { $0.run.id == run }
    handle(.runEnded(run, finish))
  }

  mutating func suspend(_ duration: Duration) {
    machine.forgetLook()
    now.wall = now.wall + duration
    now.boot = now.boot + duration
    handle(.time)
  }

  mutating func setClock(by offset: Duration) {
    now.wall = now.wall + offset
    handle(.time)
  }

  /// Ends the daemon without a stop, and starts another. Its commands end with it, or most of them continue.
  mutating func restart() {
    var found: [RunID: FoundRun] = [:]
    if random.flip() {
      processes.removeAll { _ in random.flip(5) }
      for index in processes.indices {
        processes[index].hasBegun = true
        found[processes[index].run.id] = .alive
      }
    } else {
      processes = []
    }
    conditions = ConditionBook()
    let (loaded, effects) = Scheduler.load(
      snapshot, settings: scheduler.settings, at: now, bootID: "boot", found: found,
      measured: machine.measurements)
    scheduler = loaded
    machine.begin(at: now)
    take(effects)
  }

  /// A commit without changes fails.
  mutating func reload() {
    conditions.forgetResults()
    scheduler = Scheduler.reload(snapshot, after: scheduler, at: now)
    handle(.time)
  }
}
