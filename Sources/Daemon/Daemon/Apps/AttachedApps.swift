import Control
import Scheduling
import VarlinkServer

/// The attached processes of apps, each with the call that carries its orders. Used on the engine's queue only. An
/// order for a process that is not attached is sent when the process attaches again.
final class AttachedApps {
  private var calls: [RunID: ServerCall] = [:]
  private let kept: LaunchTokens?
  /// Start times of the processes that the daemon started.
  private(set) var started: [RunID: AwakeTime] = [:]

  /// - Parameter tokens: `nil` if no app can be launched.
  init(tokens: LaunchTokens?) {
    kept = tokens
  }

  var tokens: LaunchTokens {
    guard let kept else { preconditionFailure("an engine that launches apps has tokens") }
    return kept
  }

  /// The process that shows `token`; `nil` if there is none.
  func process(of token: String) -> RunID? { kept?.process(of: token) }

  /// Makes `call` the connection that carries the orders of `process`, and confirms that to the app.
  ///
  /// - Parameters:
  ///   - moduleLimit: Longest time for the creation of one of its modules; `nil` if unlimited.
  ///   - isSimulated: Whether the daemon's clock is simulated.
  func attach(
    _ call: ServerCall, as process: AppProcess, _ app: AppInfo?, moduleLimit: Duration?,
    isSimulated: Bool
  ) {
    // The previous connection was lost, or will be.
    calls[process.id] = call
    call.replyContinuing(
      AttachApp.Reply(
        event: "attached", process: process.id, app: app,
        moduleLimit: moduleLimit?.seconds ?? 0, virtualClock: isSimulated))
  }

  /// Forgets `call`, whose connection has ended. Returns whether it was the current call of the process.
  func detach(_ call: ServerCall, of process: RunID) -> Bool {
    guard calls[process] === call else { return false }
    calls[process] = nil
    return true
  }

  /// Sends a task to its app with the rest of its budget in seconds, and its expiration if that has begun. Does nothing
  /// if the app is not attached.
  func deliver(_ run: Run, at now: Instant) {
    guard let process = run.process, let call = calls[process] else { return }
    let left = max(.zero, run.budget - (now.awake - run.started.awake))
    let task = AppTaskInfo(
      run: run.id, id: run.key.id, kind: run.kind.rawValue, budget: left.seconds,
      task: run.task.map { TaskClassInfo($0, isHandedOver: true) })
    call.replyContinuing(AttachApp.Reply(event: "task", process: process, task: task))
    if case .expiring(let reason, _) = run.phase { expire(run, reason) }
  }

  func expire(_ run: Run, _ reason: StopReason) {
    guard let process = run.process, let call = calls[process] else { return }
    call.replyContinuing(
      AttachApp.Reply(event: "expire", process: process, run: run.id, reason: reason.text))
  }

  /// Reports the end of a sleep to its process.
  func wake(_ sleep: AppSleeps.ID) {
    calls[sleep.process]?.replyContinuing(
      AttachApp.Reply(event: "woken", process: sleep.process, sleep: sleep.number))
  }

  func noteStart(of process: RunID, at now: Instant) { started[process] = now.awake }

  /// Removes a process that no longer exists.
  func forget(_ process: RunID) {
    calls[process] = nil
    started[process] = nil
    kept?.forget(process)
  }
}
