import Launch
import Scheduling
import Stepping
import Store

/// The engine as calls and answers see it between two steps: what is known and decided, and what is on
/// record. Nothing can be changed through it.
protocol EngineView: AnyObject {
  /// What is known and decided.
  var core: Scheduler { get }
  var clock: EngineClock { get }
  var now: Instant { get }
  var tasks: TaskStatus { get }

  /// Runs on record, newest first.
  func runs(_ query: RunQuery) throws(Refusal) -> [Run]

  /// What a run wrote, from an offset; without one, the newest.
  func output(of id: LaunchID, from offset: Int64?, limitBytes: Int) throws(Refusal) -> RunOutput

  /// Whether the journal keeps what runs write, and not the launcher.
  var outputIsInJournal: Bool { get }

  /// Why the state cannot be written; nil if it can.
  var storeError: String? { get }

  /// Commands for failures that have failed themselves.
  func failureWarnings(_ scope: Scope) -> [String]

  /// Whether somebody switched the timer on again whose place a request took; nil where it took none.
  func timerIsOn(of request: Request) -> Bool?
}

extension Engine: EngineView {
  var core: Scheduler { stepper.core }

  var clock: EngineClock { time.clock }

  var storeError: String? { stepper.recordError.map { "\($0)" } }

  func runs(_ query: RunQuery) throws(Refusal) -> [Run] {
    do throws(StoreError) {
      return try stepper.store.runs(query)
    } catch {
      throw Refusal(.unavailable, message: "\(error)")
    }
  }

  func output(of id: LaunchID, from offset: Int64?, limitBytes: Int) throws(Refusal) -> RunOutput {
    do throws(LaunchError) {
      return try programs.launcher.readOutput(of: id, from: offset, limitBytes: limitBytes)
    } catch {
      throw Refusal(.unavailable, message: "\(error)")
    }
  }

  var outputIsInJournal: Bool { programs.launcher.outlivesDaemon }

  func timerIsOn(of request: Request) -> Bool? {
    request.terms.timer.map { programs.launcher.isTimerActive($0.name) }
  }
}
