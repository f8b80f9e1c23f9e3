import BackgroundTasks
import Foundation

/// The background work of a news app: headlines are refreshed through the day, and stories are fetched at night, to be
/// read without a network.
public final class News: Sendable {
  public static let refresh = "com.example.news.refresh"
  public static let prefetch = "com.example.news.prefetch"

  private let fetch: @Sendable (String) async throws -> Void

  /// - Parameter fetch: Fetches a page, and throws if it is cancelled.
  public init(fetch: @escaping @Sendable (String) async throws -> Void) {
    self.fetch = fetch
  }

  /// Call this during the launch of the app.
  public func register() {
    handle(Self.refresh) { [fetch] in try await fetch("headlines") }
    handle(Self.prefetch) { [fetch] in
      for number in 1...40 { try await fetch("stories/\(number)") }
    }
  }

  /// Call this when the user leaves the app. A request that is already queued keeps its date.
  public func schedule() async {
    let pending = await BGTaskScheduler.shared.pendingTaskRequests().map(\.identifier)
    for identifier in [Self.refresh, Self.prefetch] where !pending.contains(identifier) {
      submit(identifier)
    }
  }

  private func handle(_ identifier: String, _ work: @escaping @Sendable () async throws -> Void) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      // The next request is submitted first, so that there is one after any outcome of this run.
      self.submit(identifier)
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
      try BGTaskScheduler.shared.submit(request(identifier))
    } catch {
      print("\(identifier) was not submitted: \(error.localizedDescription)")
    }
  }

  private func request(_ identifier: String) -> BGTaskRequest {
    if identifier == Self.refresh {
      let request = BGAppRefreshTaskRequest(identifier: identifier)
      request.earliestBeginDate = Date(timeIntervalSinceNow: 30 * 60)
      return request
    }
    let request = BGProcessingTaskRequest(identifier: identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 12 * 3600)
    request.requiresExternalPower = true
    request.requiresNetworkConnectivity = true
    return request
  }
}
