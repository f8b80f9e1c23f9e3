import Descriptors
import Devices
import Launch
import Logging
import Scheduling
import Stepping
import Store

/// The one serial place where everything comes together: has the stepper take its steps, and connects
/// it with callers, clock, launcher and machine.
///
/// What it holds is touched on `loop` only, which is what makes it safe to send.
final class Engine: @unchecked Sendable {
  let loop: EventLoop
  let logger: Logger
  let stepper: Stepper
  let launcher: any Launcher
  let socket: String
  private(set) var alarm: LoopTimer?
  private var clockWatch: ClockWatch?
  var clock: EngineClock
  var zoneOutlook = ClockChanges()
  var story = DeviceStory()
  /// Calls that wait for a simulated clock to reach a moment.
  var clockWaiters = ClockWaiters()
  /// What processes of apps sleep on a simulated clock.
  var sleeps = AppSleeps()
  let watchers = Watchers()
  /// The processes of apps that are attached.
  let apps: AttachedApps
  /// What is read between steps.
  let reads = ReadQueue()
  /// Where long answers are written down.
  let answers = AnswerThreads()
  /// Real awake nanoseconds at which the next step is due; nil never.
  var dueAt: Int64?
  /// How many events had been taken when what follows from them was done last.
  var followedEvents = 0
  let waiters = Waiters()
  let outputs = OutputReaders()
  var keptOutput = KeptOutput()
  let observers = PathObservers()
  var failures = FailureCommands()
  /// The program that watches paths.
  let observerProgram: String
  let notifierProgram: String
  var watchdog = Watchdog(real: EngineClock.real)
  var tasks = TaskStatus()
  /// The machine that is read; nil where the device is simulated.
  var machine: FollowedMachine?
  /// Called when another number of requests has failed for good than it was told last.
  var failureCountChanged: ((Int) -> Void)?
  var toldFailureCount: Int?
  /// Called once everything has been told to stop and nothing runs any more.
  var drained: (() -> Void)?

  /// Begins with what `stepper` has loaded; `start` acts on it. Both are called on the loop.
  ///
  /// - Parameters:
  ///   - socket: Where commands find this daemon.
  ///   - observerProgram: What watches paths.
  ///   - notifierProgram: What shows notifications.
  init(
    _ stepper: Stepper, clock: EngineClock, launcher: any Launcher, machine: Machine? = nil,
    loop: EventLoop, socket: String = "",
    observerProgram: String = "/usr/libexec/rubato-observe",
    notifierProgram: String = TaskClass.notifier, tokens: LaunchTokens? = nil,
    logger: Logger
  ) throws(DaemonError) {
    self.stepper = stepper
    self.clock = clock
    self.launcher = launcher
    self.machine = machine.map { FollowedMachine($0, logger) }
    self.loop = loop
    self.socket = socket
    self.observerProgram = observerProgram
    self.notifierProgram = notifierProgram
    self.logger = logger
    apps = AttachedApps(tokens: tokens)
    alarm = LoopTimer(on: loop, .boot, comesFirst: true) { [weak self] in
      self?.step(isDue: true)
    }
    if !clock.isSimulated {
      clockWatch = try ClockWatch(loop: loop) { [weak self] in self?.post(.time) }
    }
  }

  /// Commits and does what follows from what was loaded. Returns when it is done.
  func start() {
    machine?.logOrigins(core.readings)
    findKeptOutput()
    stepper.start(self)
    followTimers()
    follow()
    stepper.inbox.open { [weak self] in
      guard let self else { return }
      loop.execute { self.step() }
    }
  }

  /// Puts a call that changes something in line. `answer` is called on the loop, once what it
  /// promises is on disk.
  func call(
    _ make: @escaping @Sendable (Engine, Ticket) throws(Refusal) -> Event,
    answer: @escaping @Sendable (Engine, Answer) -> Void
  ) {
    stepper.inbox.put(
      .call { [unowned self] ticket throws(Refusal) in
        try make(self, ticket)
      } answer: { [unowned self] in
        answer(self, $0)
      })
  }

  /// Puts something that happened outside in line.
  func post(_ fact: Event) {
    stepper.inbox.put(.fact(fact))
  }

  /// Puts something in line that is done in a step, and followed by what follows every step.
  func act(_ body: @escaping @Sendable (Engine) -> Void) {
    stepper.inbox.put(.act { [unowned self] in body(self) })
  }

  /// Expires everything that runs, starts nothing more, and calls `finished` when nothing is left.
  func drain(_ finished: @escaping () -> Void) {
    drained = finished
    post(.drain(leavesRuns: launcher.outlivesDaemon))
  }

  /// Lets go of the store, at the very end.
  func close() {
    stepper.store.close()
  }
}
