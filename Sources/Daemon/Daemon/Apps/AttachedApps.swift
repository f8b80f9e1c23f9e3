import Control
import Scheduling
import VarlinkServer

/// The attached processes of apps, each with the call that carries its orders. Used on the engine's loop only. An
/// order for a process that is not attached is sent when the process attaches again.
final class AttachedApps {
  private var calls: [RunID: ServerCall] = [:]
  private let launchTokens: LaunchTokens?
  /// Start times of the processes that the daemon started.
  private(set) var started: [RunID: AwakeTime] = [:]

  /// - Parameter tokens: `nil` if no app can be launched.
  init(tokens: LaunchTokens?) {
    launchTokens = tokens
  }

  /// The tokens of launched processes. Used only by an engine that launches apps, which always has them.
  var tokens: LaunchTokens {
    guard let launchTokens else { preconditionFailure("an engine that launches apps has tokens") }
    return launchTokens
  }

  /// The process that shows `token`; `nil` if there is none.
  func process(of token: String) -> RunID? { launchTokens?.process(of: token) }

  /// Makes `call` the connection that carries the orders of `process`, in place of an earlier one. Confirms that to the
  /// app with the number of the process and `app`, the state of the app.
  ///
  /// - Parameters:
  ///   - moduleLimit: Longest time for the creation of one of the app's modules; `nil` if unlimited.
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

  /// Removes `call`, whose connection has ended. Returns `false` and changes nothing if the process has meanwhile
  /// attached with another call.
  func detachIfCurrent(_ call: ServerCall, of process: RunID) -> Bool {
    guard calls[process] === call else { return false }
    calls[process] = nil
    return true
  }

  /// Sends the app the task of `run`, with the rest of the task's budget in seconds. If the run is already expiring,
  /// also sends the expiration. Does nothing if the app's process is not attached.
  func deliver(_ run: Run, at now: Instant) {
    guard let process = run.process, let call = calls[process] else { return }
    let left = max(.zero, run.budget - (now.awake - run.started.awake))
    let task = AppTaskInfo(
      run: run.id, id: run.key.id, kind: run.kind.rawValue, budget: left.seconds,
      task: run.task.map { TaskClassInfo($0, isSentToApp: true) })
    call.replyContinuing(AttachApp.Reply(event: "task", process: process, task: task))
    if case .expiring(let reason, _) = run.phase { expire(run, reason) }
  }

  /// Sends the app the expiration of its task `run`, with the reason of the stop. Does nothing if the app's process is
  /// not attached.
  func expire(_ run: Run, _ reason: StopReason) {
    guard let process = run.process, let call = calls[process] else { return }
    call.replyContinuing(
      AttachApp.Reply(event: "expire", process: process, run: run.id, reason: reason.text))
  }

  /// Notifies the process of `sleep` that the sleep has ended. Does nothing if the process is not attached.
  func wake(_ sleep: AppSleeps.ID) {
    calls[sleep.process]?.replyContinuing(
      AttachApp.Reply(event: "woken", process: sleep.process, sleep: sleep.number))
  }

  /// Records when the process that the daemon started has begun, for its attachment.
  func noteStart(of process: RunID, at now: Instant) { started[process] = now.awake }

  /// Removes the call, the start time and the token of a process that no longer exists.
  func forget(_ process: RunID) {
    calls[process] = nil
    started[process] = nil
    launchTokens?.forget(process)
  }
}
