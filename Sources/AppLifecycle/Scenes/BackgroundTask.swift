import BackgroundTasks
import Foundation
import Synchronization

/// A kind of task that a scene handles, with the name of SwiftUI's type.
public struct BackgroundTask<Request: Sendable, Response: Sendable>: Sendable {
  let identifier: String
}

extension BackgroundTask where Request == Void, Response == Void {
  /// The task of requests with this identifier. It is for whoever submits them, a refresh or processing.
  public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void> {
    BackgroundTask(identifier: identifier)
  }
}

extension Scene {
  /// Handles a task: its handler is registered before the launch has finished. The task is complete when `action` returns; when its
  /// time is over `action` is cancelled, and the task failed.
  public func backgroundTask(
    _ task: BackgroundTask<Void, Void>, action: @escaping @Sendable () async -> Void
  ) -> some Scene {
    var parts = SceneParts.of(self)
    parts.tasks.append(TaskHandler(identifier: task.identifier, action: action))
    return SceneGroup(parts: parts)
  }
}

/// The handler of a scene's task.
struct TaskHandler: Sendable {
  let identifier: String
  let action: @Sendable () async -> Void

  func register() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      run(task)
    }
  }

  private func run(_ task: BGTask) {
    nonisolated(unsafe) let task = task
    let (work, action) = (Cancellation(), action)
    // Before the work begins, so that no expiration comes between.
    task.expirationHandler = { work.cancel() }
    work.begin(
      Task {
        await action()
        task.setTaskCompleted(success: !Task.isCancelled)
      })
  }
}

/// Cancels work, also before it is known.
private final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    var work: Task<Void, Never>?
  }

  private let state = Mutex(State())

  func begin(_ work: Task<Void, Never>) {
    let isCancelled = state.withLock {
      $0.work = work
      return $0.isCancelled
    }
    if isCancelled { work.cancel() }
  }

  func cancel() {
    let work = state.withLock {
      $0.isCancelled = true
      return $0.work
    }
    work?.cancel()
  }
}
