import BackgroundTasks
import Foundation
import Synchronization

/// A kind of task that a scene handles, with the name of SwiftUI's type.
public struct BackgroundTask<Request: Sendable, Response: Sendable>: Sendable {
  let identifier: String
  var isSession = false
}

extension BackgroundTask where Request == Void, Response == Void {
  /// Returns the task of requests with this identifier, which can be for a refresh or for processing.
  public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void> {
    BackgroundTask(identifier: identifier)
  }

  /// Returns the end of all transfers of the background session with this identifier.
  public static func urlSession(_ identifier: String) -> BackgroundTask<Void, Void> {
    BackgroundTask(identifier: identifier, isSession: true)
  }
}

extension Scene {
  /// Handles a task by `action`, which is registered before the launch has finished. The task is complete when
  /// `action` returns. If its time expires before, `action` is cancelled and the task fails.
  public func backgroundTask(
    _ task: BackgroundTask<Void, Void>, action: @escaping @Sendable () async -> Void
  ) -> some Scene {
    var parts = SceneParts.of(self)
    let handler = TaskHandler(identifier: task.identifier, action: action)
    if task.isSession { parts.sessions.append(handler) } else { parts.tasks.append(handler) }
    return SceneGroup(parts: parts)
  }
}

/// The handler of a scene's task.
struct TaskHandler: Sendable {
  let identifier: String
  let action: @Sendable () async -> Void

  /// Registers the action as the launch handler of the scene's task.
  func register() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      run(task)
    }
  }

  /// Runs the action for a task that has arrived. The expiration of the task cancels the action.
  private func run(_ task: BGTask) {
    nonisolated(unsafe) let task = task
    start(
      onExpiration: { cancel in task.expirationHandler = cancel },
      complete: { task.setTaskCompleted(success: $0) })
  }

  /// Runs the action for the events of the scene's transfer session. The expiration of the task cancels the action.
  func run(_ task: DelegateTask) {
    let complete = task.complete
    start(
      onExpiration: { cancel in task.onExpiration(cancel) }, complete: { complete($0) })
  }

  /// Starts the action in a Swift task, and calls `complete` when the action returns, with `false` if the Swift task
  /// was cancelled.
  ///
  /// - Parameter onExpiration: Installs a handler for the expiration, which cancels the action.
  private func start(
    onExpiration: (@escaping @Sendable () -> Void) -> Void,
    complete: @escaping @Sendable (_ success: Bool) -> Void
  ) {
    let (work, action) = (Cancellation(), action)
    // Set before the work begins, so that no expiration is missed.
    onExpiration { work.cancel() }
    work.store(
      Task {
        await action()
        complete(!Task.isCancelled)
      })
  }
}

/// Cancels work, even if that begins later.
private final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    var work: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Stores the Swift task, and cancels it immediately if `cancel()` was called before.
  func store(_ work: Task<Void, Never>) {
    let isCancelled = state.withLock {
      $0.work = work
      return $0.isCancelled
    }
    if isCancelled { work.cancel() }
  }

  /// Cancels the Swift task, or the one that `store(_:)` stores later.
  func cancel() {
    let work = state.withLock {
      $0.isCancelled = true
      return $0.work
    }
    work?.cancel()
  }
}
