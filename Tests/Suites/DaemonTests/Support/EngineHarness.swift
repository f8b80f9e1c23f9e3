import Descriptors
import Devices
import Dispatch
import Launch
import Logging
import Scheduling
import Stepping
import Store
import Synchronization

@testable import Daemon

/// A store whose disk can be full, and that notes the longest page that was requested.
final class FullableStore: Store, @unchecked Sendable {
  private let store = MemoryStore()
  let isFull = Mutex(false)
  let longestPage = Mutex(0)

  func commit(_ changes: [Change], at instant: Instant, bootID: String) throws(StoreError) {
    if isFull.withLock(\.self) { throw .full(path: "/somewhere") }
    try store.commit(changes, at: instant, bootID: bootID)
  }

  func load() throws(StoreError) -> Snapshot { try store.load() }
  func runs(_ query: RunQuery) throws(StoreError) -> [Run] {
    longestPage.withLock { $0 = max($0, query.limit) }
    return try store.runs(query)
  }
  func deviceHistory(limit: Int) throws(StoreError) -> [DeviceEvent] {
    try store.deviceHistory(limit: limit)
  }
  func past(_ query: PastQuery) throws(StoreError) -> [PastRecord] { try store.past(query) }
  func failureCommands() throws(StoreError) -> [FailureCommand] { try store.failureCommands() }
  var canCutByAge: Bool { store.canCutByAge }
  func close() { store.close() }
}

/// A launcher that notes its orders.
final class NotingLauncher: Launcher, @unchecked Sendable {
  enum Order: Equatable {
    case launch(LaunchID)
    case signal(LaunchID, String)
    case notify(LaunchID, Int32)
    case kill(LaunchID)
    case freeze(LaunchID)
    case thaw(LaunchID)
    case startUnit(String)
    case askUnit(String)
  }

  private let orders = Mutex<[Order]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  private func note(_ order: Order) {
    orders.withLock { $0.append(order) }
    arrivals.signal()
  }

  /// Returns the next order; `nil` if none arrived within a minute.
  func next() -> Order? {
    guard arrivals.wait(timeout: .now() + .seconds(60)) == .success else { return nil }
    return orders.withLock { $0.removeFirst() }
  }

  /// Whether a test has read all orders.
  var isEmpty: Bool { orders.withLock(\.isEmpty) }

  /// The environments of the launched commands.
  let environments = Mutex<[LaunchID: [String: String]]>([:])
  func launch(_ order: LaunchOrder) throws(LaunchError) {
    environments.withLock { $0[order.id] = order.environment }
    note(.launch(order.id))
  }
  func signal(_ id: LaunchID, signal: Int32, reason: String) { note(.signal(id, reason)) }
  func notify(_ id: LaunchID, signal: Int32, reason: String) { note(.notify(id, signal)) }
  func kill(_ id: LaunchID) { note(.kill(id)) }
  func readOutput(
    of id: LaunchID, from offset: Int64?, limitBytes: Int
  ) throws(LaunchError) -> RunOutput {
    RunOutput(bytes: [], start: 0, end: 0)
  }
  func followOutput(of runs: Set<Int64>, onNewOutput: @escaping (Int64) -> Void) {}
  let forgottenOutput = Mutex<[LaunchID]>([])
  func forgetOutput(of id: LaunchID) throws(LaunchError) {
    forgottenOutput.withLock { $0.append(id) }
  }
  let foundOutput = Mutex<[Int64]>([])
  var outputRuns: [Int64] { foundOutput.withLock(\.self) }
  func outputBytes(of run: Int64) -> Int64 { 0 }
  var outlivesDaemon: Bool { false }
  /// The controllers that a user's systemd lacks.
  let missing = Mutex<[String]>([])
  var missingControllers: [String] { missing.withLock(\.self) }
  /// The cgroups of live runs.
  let runCgroups = Mutex<[String]>([])
  var cgroupsOfRuns: [String] { runCgroups.withLock(\.self) }
  func recover(_ runs: [RecoverableRun]) throws(LaunchError) -> [Int64: FoundRun] { [:] }
  func freeze(_ id: LaunchID) { note(.freeze(id)) }
  func thaw(_ id: LaunchID) { note(.thaw(id)) }
  func pid(of id: LaunchID) -> Int32? { nil }
  func processes(of id: LaunchID) -> Set<Int32> { [] }
  func forgetRecorded(_ id: LaunchID) {}
  /// The error of every start of a unit; `nil` if units start.
  let unitError = Mutex<LaunchError?>(nil)
  /// Whether starts of units are never answered.
  let holdsUnitAnswers = Mutex(false)
  func startUnit(_ name: String, answer: @escaping (LaunchError?) -> Void) {
    note(.startUnit(name))
    if holdsUnitAnswers.withLock(\.self) { return }
    answer(unitError.withLock(\.self))
  }
  /// The stop time of a unit is reported only when a test releases the held answers.
  let heldAnswers = Mutex<[@Sendable () -> Void]>([])
  func queryStopSeconds(
    ofUnit name: String, answer: @escaping (Result<Double, LaunchError>) -> Void
  ) {
    nonisolated(unsafe) let answer = answer
    heldAnswers.withLock { $0.append { answer(.success(90)) } }
    note(.askUnit(name))
  }
  func follow(timers names: Set<String>) {}
  func isTimerActive(_ name: String) -> Bool { false }
}

/// An engine, by default on a simulated clock, with a store and a launcher that a test can control and read.
final class EngineHarness {
  let store: FullableStore
  let launcher = NotingLauncher()
  let engine: Engine

  /// - Parameter store: The store that an earlier daemon has left; by default an empty one.
  init(
    settings: Settings = Settings(), isSimulated: Bool = true, observer: (any StepObserver)? = nil,
    store: FullableStore = FullableStore(), machine: Machine? = nil
  ) throws {
    self.store = store
    let clock =
      isSimulated
      ? EngineClock.simulated(
        VirtualClock(at: EngineClock.simulationStart, real: EngineClock.real)) : .system
    var beginning = InitialState(try store.load(), settings: settings, bootID: "test")
    beginning.failureCommands = try store.failureCommands()
    let stepper = Stepper(beginning, store: store, at: clock.now, observer: observer)
    let (loop, launcher) = (EventLoop(name: "engine"), launcher)
    engine = try loop.sync {
      let engine = try Engine(
        stepper, clock: clock, programs: EnginePrograms(launcher), machine: machine, loop: loop,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      engine.start()
      return engine
    }
  }

  /// Makes a call and waits for its answer.
  func call(_ event: @escaping @Sendable (Ticket) -> Event) -> Answer {
    let done = DispatchSemaphore(value: 0)
    let answer = Mutex<Answer?>(nil)
    engine.call { _, ticket in
      event(ticket)
    } answer: { _, given in
      answer.withLock { $0 = given }
      done.signal()
    }
    done.wait()
    return answer.withLock { $0 } ?? .done(stopping: nil)
  }

  /// Calls `body` with the engine after all queued events were handled.
  func look<Result: Sendable>(_ body: @escaping @Sendable (Engine) -> Result) -> Result? {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result?>(nil)
    engine.read(for: 0) { engine in
      {
        let seen = body(engine)
        result.withLock { $0 = seen }
        done.signal()
        return .finished
      }
    }
    done.wait()
    return result.withLock { $0 }
  }

  /// Returns after all queued events were handled, and committed or undone.
  func settle() {
    _ = call { .cancel(RequestKey(owner: 0, id: "nobody"), keepsRunning: false, $0) }
  }

  func submit(
    _ id: String, owner: UInt32 = 1000, earliest: Duration? = nil, retries: Int? = nil,
    budget: Duration? = nil, grace: Duration? = nil, condition: String? = nil
  ) -> Answer {
    var submission = Submission(
      owner: owner, id: id, kind: .userInitiated, command: Command(arguments: ["/bin/true"]))
    submission.earliest = earliest.map { .after($0) }
    if let retries { submission.terms.retries = retries }
    submission.terms.budget = budget
    submission.terms.grace = grace
    submission.terms.needs.condition = condition
    let made = submission
    return call { .submit(made, $0) }
  }
}
