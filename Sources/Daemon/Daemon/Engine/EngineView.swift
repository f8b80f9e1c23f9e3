import Devices
import Launch
import Scheduling
import Stepping
import Store

/// The engine's state between two steps, as calls and answers see it: the scheduler and the records. It is
/// read-only.
protocol EngineView: AnyObject {
  /// The state of the scheduler.
  var core: Scheduler { get }
  var clock: EngineClock { get }
  var now: Instant { get }
  var tasks: TaskStatus { get }

  /// Calls `body` with the scheduler itself, without the copy that `core` makes: for each of many requests.
  ///
  /// - Parameter body: A function that does not use this view (see `Stepper.read`).
  func read<Value>(_ body: (Scheduler) -> Value) -> Value

  /// The present numbers, for monitoring.
  var numbers: EngineNumbers { get }

  /// Returns recorded runs, newest first.
  func runs(_ query: RunQuery) throws(Refusal) -> [Run]

  /// Returns entries of the log of the past, in their order.
  func past(_ query: PastQuery) throws(Refusal) -> [PastRecord]

  /// Returns the output of a run from an offset; without an offset, the newest output.
  func output(of id: LaunchID, from offset: Int64?, limitBytes: Int) throws(Refusal) -> RunOutput

  /// Whether the journal keeps the output of runs, and not the launcher.
  var outputIsInJournal: Bool { get }

  /// Whether runs continue when the daemon ends.
  var runsOutliveDaemon: Bool { get }

  /// The cgroup controllers of limits that the daemon's user does not have.
  var missingControllers: [String] { get }

  /// Whether the daemon stays while its user is logged out; `nil` if that is no question.
  var lingering: Lingering? { get }

  /// The reason why the state cannot be written; `nil` if it can.
  var storeError: String? { get }

  /// Returns warnings about failure commands that failed themselves.
  func failureWarnings(_ scope: Scope) -> [String]

  /// Why nothing can wake this machine, as a clause; `nil` if the kernel can.
  var wakeProblem: String? { get }

  /// Whether the timer that a request replaced was switched on again; `nil` if the request replaced none.
  func timerIsOn(of request: Request) -> Bool?
}

extension Engine: EngineView {
  var core: Scheduler { stepper.core }

  func read<Value>(_ body: (Scheduler) -> Value) -> Value { stepper.read(body) }

  var clock: EngineClock { time.clock }

  var storeError: String? { stepper.recordError.map { "\($0)" } }

  /// Reads the runs from the store. An error of the store becomes a refusal.
  func runs(_ query: RunQuery) throws(Refusal) -> [Run] {
    do throws(StoreError) {
      return try stepper.store.runs(query)
    } catch {
      throw Refusal(.unavailable, message: "\(error)")
    }
  }

  /// Reads entries of the log of the past from the store. An error of the store becomes a refusal.
  func past(_ query: PastQuery) throws(Refusal) -> [PastRecord] {
    do throws(StoreError) {
      return try stepper.store.past(query)
    } catch {
      throw Refusal(.unavailable, message: "\(error)")
    }
  }

  /// Reads the output from the launcher. An error of the launcher becomes a refusal.
  func output(of id: LaunchID, from offset: Int64?, limitBytes: Int) throws(Refusal) -> RunOutput {
    do throws(LaunchError) {
      return try programs.launcher.readOutput(of: id, from: offset, limitBytes: limitBytes)
    } catch {
      throw Refusal(.unavailable, message: "\(error)")
    }
  }

  /// Reads the newest output from the launcher; `nil` if it cannot be read.
  func newestOutput(of id: LaunchID, limitBytes: Int) -> NewestOutput? {
    try? programs.launcher.readNewestOutput(of: id, limitBytes: limitBytes)
  }

  var outputIsInJournal: Bool { programs.launcher.outputIsInJournal }

  var runsOutliveDaemon: Bool { programs.launcher.outlivesDaemon }

  var missingControllers: [String] { programs.launcher.missingControllers }

  var wakeProblem: String? {
    machine == nil
      ? "this daemon reads no device and knows of no sleep" : Machine.wakeProblem()
  }

  func timerIsOn(of request: Request) -> Bool? {
    request.terms.timer.map { programs.launcher.isTimerActive($0.name) }
  }
}
