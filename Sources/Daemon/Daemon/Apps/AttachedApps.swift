import Control
import Scheduling
import VarlinkServer

/// The processes of apps that are attached, each by the call on which it is told what to do. Used on the engine's
/// queue only. What is told to a process that is not attached is told again when it attaches.
final class AttachedApps {
  private var calls: [RunID: ServerCall] = [:]
  private let kept: LaunchTokens?
  /// When processes that the daemon has started were there.
  private(set) var started: [RunID: AwakeTime] = [:]

  /// - Parameter tokens: Nil where no app can be launched.
  init(tokens: LaunchTokens?) {
    kept = tokens
  }

  var tokens: LaunchTokens {
    guard let kept else { preconditionFailure("an engine that launches apps has tokens") }
    return kept
  }

  /// The process that shows `token`; nil where none does.
  func process(of token: String) -> RunID? { kept?.process(of: token) }

  /// - Parameters:
  ///   - moduleLimit: How long a module of it may take to be created; nil for any time.
  ///   - isSimulated: Whether the daemon's clock is simulated.
  func attach(
    _ call: ServerCall, as process: AppProcess, _ app: AppInfo?, moduleLimit: Duration?,
    isSimulated: Bool
  ) {
    // The one before it was lost, or will be.
    calls[process.id] = call
    call.replyContinuing(
      AttachApp.Reply(
        event: "attached", process: process.id, app: app,
        moduleLimit: moduleLimit?.seconds ?? 0, virtualClock: isSimulated))
  }

  /// The connection of `call` has ended. Returns whether it was the process's present one.
  func detach(_ call: ServerCall, of process: RunID) -> Bool {
    guard calls[process] === call else { return false }
    calls[process] = nil
    return true
  }

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

  /// A sleep of its process is over.
  func wake(_ sleep: AppSleeps.ID) {
    calls[sleep.process]?.replyContinuing(
      AttachApp.Reply(event: "woken", process: sleep.process, sleep: sleep.number))
  }

  func noteStart(of process: RunID, at now: Instant) { started[process] = now.awake }

  /// Nothing is left of a process.
  func forget(_ process: RunID) {
    calls[process] = nil
    started[process] = nil
    kept?.forget(process)
  }
}
