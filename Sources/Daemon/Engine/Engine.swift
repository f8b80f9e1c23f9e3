import Devices
import Dispatch
import Launch
import Logging
import Scheduling
import Stepping
import Store

/// The one serial place where everything comes together: has the stepper take its steps, and connects
/// it with callers, clock, launcher and machine.
///
/// What it holds is touched on `queue` only, which is what makes it safe to send.
package final class Engine: @unchecked Sendable {
  let queue: DispatchQueue
  let logger: Logger
  let stepper: Stepper
  let store: any Store
  let launcher: any Launcher
  /// Where commands find this daemon.
  let socket: String
  var alarm: Alarm?
  private var clockWatch: ClockWatch?
  var clock: EngineClock
  var zoneOutlook = ZoneOutlook()
  var story = DeviceStory()
  /// Calls that wait for a simulated clock to reach a moment.
  var appointments = Appointments()
  let watchers = Watchers()
  /// What is read between steps.
  let reads = ReadQueue()
  /// Real awake nanoseconds at which the next step is due; nil never.
  var dueAt: Int64?
  /// How many events had been taken when what follows from them was done last.
  var followedEvents = 0
  let waiters = Waiters()
  var watchdog: Watchdog?
  var tasks = TaskStanding()
  /// The machine that is read; nil where the device is simulated.
  var machine: Machine?
  /// What the machine was told last.
  var told = MachineWishes()
  /// Who told each field last, for the journal.
  var origins: [ExactString: String] = [:]
  /// Called once everything has been told to stop and nothing runs any more.
  var drained: (() -> Void)?

  struct Parts {
    var queue: DispatchQueue
    var logger: Logger
    var store: any Store
    var launcher: any Launcher
    var clock: EngineClock
    var bootID: String
    var settings: Settings
    var snapshot: Snapshot
    var socket = ""
    /// What has become of the runs that the snapshot believes alive.
    var found: [RunID: FoundRun] = [:]
    /// Requests that are in the snapshot no more, and still have to be removed from the store.
    var withdrawn: [RequestKey] = []
    /// What the machine tells; nil where none is read.
    var measured: [Measurement]?
    /// Whether only what runs is looked after, and nothing is started.
    var startsNothing = false
    /// Writes down what is taken and decided.
    var witness: (any Witness)?

    fileprivate var beginning: Beginning {
      var beginning = Beginning(snapshot, settings: settings, bootID: bootID)
      beginning.zoneSeconds = LocalZone().secondsFromUTC(at: clock.now.wall)
      (beginning.found, beginning.withdrawn, beginning.measured) = (found, withdrawn, measured)
      beginning.startsNothing = startsNothing
      return beginning
    }
  }

  /// Begins with what the store holds; `start` acts on it.
  init(_ parts: Parts) throws(DaemonError) {
    queue = parts.queue
    logger = parts.logger
    store = parts.store
    launcher = parts.launcher
    socket = parts.socket
    clock = parts.clock
    stepper = Stepper(
      parts.beginning, store: parts.store, at: parts.clock.now, witness: parts.witness)
    alarm = try Alarm(queue: queue) { [unowned self] in wake() }
    if !clock.isSimulated {
      clockWatch = try ClockWatch(queue: queue) { [unowned self] in post(.time) }
    }
    log(parts.measured ?? [])
  }

  /// Commits and does what follows from what was loaded. Returns when it is done.
  func start() {
    queue.sync {
      stepper.start(self)
      followTimers()
      follow()
    }
  }

  /// What is known and decided.
  var core: Scheduler { stepper.core }

  /// Puts a call that changes something in line. `answer` is called on the queue, once what it
  /// promises is on disk.
  package func call(
    _ make: @escaping @Sendable (Engine, Ticket) throws(Refusal) -> Event,
    answer: @escaping @Sendable (Engine, Answer) -> Void
  ) {
    put(
      .call { [unowned self] ticket throws(Refusal) in
        try make(self, ticket)
      } answer: { [unowned self] in
        answer(self, $0)
      })
  }

  /// Puts something that happened outside in line.
  func post(_ fact: Event) {
    put(.fact(fact))
  }

  /// Puts something in line that is done in a step, and followed by what follows every step.
  package func act(_ body: @escaping @Sendable (Engine) -> Void) {
    put(.act { [unowned self] in body(self) })
  }

  /// Expires everything that runs, starts nothing more, and calls `finished` when nothing is left.
  func drain(_ finished: @escaping () -> Void) {
    drained = finished
    post(.drain(leavesRuns: launcher.outlivesDaemon))
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
    if stepper.inbox.put(item) { scheduleStep() }
  }

  /// The alarm rang. The step is taken here and now, by the alarm's thread.
  private func wake() {
    _ = stepper.inbox.put(.fact(.time))
    step()
  }
}
