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
  let time: EngineTime
  let readers = EngineReaders()
  var programs: EnginePrograms
  var ending = StepEnding()
  var tasks = TaskStatus()
  /// The machine that is read; nil where the device is simulated.
  var machine: FollowedMachine?

  /// Begins with what `stepper` has loaded; `start` acts on it. Both are called on the loop.
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
    ending.await(drained: finished)
    logWaiting()
    post(.drain(leavesRuns: programs.launcher.outlivesDaemon))
  }

  /// For whom a stop takes its time: what does not outlive the daemon has its grace.
  private func logWaiting() {
    let runs = programs.launcher.outlivesDaemon ? [] : core.runs
    guard let longest = runs.map(\.grace).max() else { return }
    let names = runs.prefix(4).map { "\($0.key.id) (run \($0.id))" }.joined(separator: ", ")
    let rest = runs.count > 4 ? " and \(runs.count - 4) more" : ""
    logger.notice("Stopping, and waiting up to \(longest.notation) for \(names)\(rest)")
  }

  /// Lets go of the store, at the very end.
  func close() {
    stepper.store.close()
  }
}
