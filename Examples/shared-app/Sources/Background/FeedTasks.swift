import BackgroundTasks
import Foundation

/// The background tasks of a feed reader: refreshes through the day, and a clean-up at night.
public struct FeedTasks: Sendable {
  public static let refresh = "com.example.feed.refresh"
  public static let cleanUp = "com.example.feed.cleanup"

  private let work: any FeedWork

  public init(_ work: any FeedWork) {
    self.work = work
  }

  /// Registers the handlers. Called in each launch, before it has finished.
  public func register() {
    handle(Self.refresh) { [work] in try await work.refresh() }
    handle(Self.cleanUp) { [work] in
      while try await work.removeOldArticles() { try Task.checkCancellation() }
    }
  }

  /// Submits the tasks that are not pending. Called when the user leaves the app.
  public func schedule() async {
    let pending = await BGTaskScheduler.shared.pendingTaskRequests().map(\.identifier)
    for identifier in [Self.refresh, Self.cleanUp] where !pending.contains(identifier) {
      submit(identifier)
    }
  }

  private func handle(_ identifier: String, _ work: @escaping @Sendable () async throws -> Void) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      // The next request is submitted first, so that a run that fails or expires has a successor.
      submit(identifier)
      nonisolated(unsafe) let task = task
      let running = Task {
        do {
          try await work()
          task.setTaskCompleted(success: true)
        } catch {
          task.setTaskCompleted(success: false)
        }
      }
      task.expirationHandler = { running.cancel() }
    }
  }

  private func submit(_ identifier: String) {
    do {
      try BGTaskScheduler.shared.submit(Self.request(identifier))
    } catch {
      print("\(identifier) was not submitted: \(error.localizedDescription)")
    }
  }

  private static func request(_ identifier: String) -> BGTaskRequest {
    if identifier == refresh {
      let request = BGAppRefreshTaskRequest(identifier: identifier)
      request.earliestBeginDate = Date(timeIntervalSinceNow: 30 * 60)
      return request
    }
    let request = BGProcessingTaskRequest(identifier: identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 12 * 3600)
    request.requiresExternalPower = true
    return request
  }
}
