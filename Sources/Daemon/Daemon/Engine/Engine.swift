import Descriptors
import Devices
import Launch
import Logging
import Scheduling
import Stepping
import Store

/// The serial center of the daemon: runs the stepper's steps, and connects it with callers, clock, launcher and
/// machine.
///
/// The engine's state is used on `loop` only, so it is safe to send.
final class Engine: @unchecked Sendable {
  let loop: EventLoop
  let logger: Logger
  let stepper: Stepper
  let time: EngineTime
  let readers = EngineReaders()
  var programs: EnginePrograms
  var stepEnding = StepEnding()
  var tasks = TaskStatus()
  /// Whether the daemon stays while its user is logged out; `nil` if that is no question.
  var lingering: Lingering?
  /// The numbers since the start of the daemon, for monitoring.
  var counters = EngineCounters()
  /// The machine that is read; `nil` if the device is simulated.
  var machine: FollowedMachine?

  /// Prepares the clock and its alarm for the state that `stepper` has loaded. `start` acts on that state. Both are
  /// called on the loop.
  init(
    _ stepper: Stepper, clock: EngineClock, programs: EnginePrograms, machine: Machine? = nil,
    loop: EventLoop, logger: Logger
  ) throws(DaemonError) {
    self.stepper = stepper
    self.programs = programs
    self.machine = machine.map { FollowedMachine($0, logger) }
    self.loop = loop
    self.logger = logger
    time = EngineTime(clock)
    try time.begin(on: loop) { [weak self] in
      self?.step(isDue: true)
    } change: { [weak self] in
      self?.post(.time)
    }
  }

  /// Records the output of earlier runs, commits the loaded state, and handles its consequences. Then opens the inbox,
  /// from which the later steps take their events. Returns when that is done.
  func start() {
    machine?.logOrigins(core.readings)
    recordFoundOutput()
    stepper.start(self)
    readers.past.recordStart(self)
    updateFollowedTimers()
    updateDependents()
    // Events that have arrived since the daemon started are handled from now on.
    stepper.inbox.open { [weak self] in
      guard let self else { return }
      loop.execute { self.step() }
    }
  }

  /// Queues a call that changes something. In the next step, `make` makes the event of the call; `answer` is called on
  /// the loop after the commit.
  func call(
    _ make: @escaping @Sendable (Engine, Ticket) throws(Refusal) -> Event,
    answer: @escaping @Sendable (Engine, Answer) -> Void
  ) {
    stepper.inbox.put(
      .call { [unowned self] ticket throws(Refusal) in
        try make(self, ticket)
      } answer: { [unowned self] result in
        readers.past.recordReasons(in: result, self)
        answer(self, result)
      })
  }

  /// Queues an external event.
  func post(_ event: Event) {
    stepper.inbox.put(.event(event))
  }

  /// Queues an action that runs in a step, followed by the usual work after a step.
  func act(_ body: @escaping @Sendable (Engine) -> Void) {
    stepper.inbox.put(.act { [unowned self] in body(self) })
  }

  /// The longest wait of a stop for failure commands: less than the 90 s of TimeoutStopSec= in the user's
  /// rubatod.service.
  private static let longestFailureWait = Duration.seconds(80)

  /// Starts no more runs, and expires the present ones unless they outlive the daemon. Calls `finished` when no run or
  /// failure command is left, or after the next step if they outlive the daemon.
  func drain(_ finished: @escaping () -> Void) {
    stepEnding.setDrainCompletion(finished)
    logExpectedStopTime()
    loop.after(Self.longestFailureWait) { [weak self] in
      self?.stepEnding.isFailureWaitOver = true
      self?.completeDrainIfPossible()
    }
    post(.drain(leavesRuns: programs.launcher.outlivesDaemon))
  }

  /// Logs how long the stop may take: runs that do not outlive the daemon have their grace, and failure commands their
  /// limit. Logs nothing if there are none.
  private func logExpectedStopTime() {
    if programs.launcher.outlivesDaemon { return }
    if !programs.failures.isEmpty {
      logger.notice(
        "Stopping, and waiting up to \(Self.longestFailureWait.notation) for failure commands")
    }
    let runs = core.runs
    guard let longest = runs.map(\.grace).max() else { return }
    let mostNamed = 4
    let names = runs.map { "\($0.key.id) (run \($0.id))" }.enumerated(first: mostNamed)
    logger.notice("Stopping, and waiting up to \(longest.notation) for \(names)")
  }

  /// Stores the log of the past up to the present time, and closes the store. Called last.
  func close() {
    stepper.recordPast(at: now)
    stepper.store.close()
  }
}
