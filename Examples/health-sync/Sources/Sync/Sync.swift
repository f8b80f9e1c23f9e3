import BackgroundTasks
import Foundation

/// Uploads health samples: a refresh reads new samples through the day, and processing empties the queue.
public struct Sync: Sendable {
  public static let refresh = "com.example.health.refresh"
  public static let upload = "com.example.health.upload"

  public let queue: Queue
  /// Reads the samples that were measured since the last call.
  public let read: @Sendable () async throws -> [String]
  /// Sends a sample. A sample that the server already has is no error.
  public let send: @Sendable (String) async throws -> Void

  public init(
    _ queue: Queue, read: @escaping @Sendable () async throws -> [String],
    send: @escaping @Sendable (String) async throws -> Void
  ) {
    (self.queue, self.read, self.send) = (queue, read, send)
  }

  /// Call this during the launch of the app, whether or not the user has switched the upload on. A later call is too
  /// late.
  public func register() {
    handle(Self.refresh) { for sample in try await read() { queue.add(sample) } }
    handle(Self.upload) {
      // Each sample is removed right after it was sent, so that the next run continues with the next sample.
      while let sample = queue.next {
        try await send(sample)
        queue.remove(sample)
      }
    }
  }

  /// Called when the user switches the upload on.
  public func activate() {
    queue.activate()
    for identifier in [Self.refresh, Self.upload] { submit(identifier) }
  }

  private func handle(_ identifier: String, _ work: @escaping @Sendable () async throws -> Void) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      guard queue.isActivated else { return task.setTaskCompleted(success: true) }
      submit(identifier)
      nonisolated(unsafe) let task = task
      let running = Task { task.setTaskCompleted(success: (try? await work()) != nil) }
      task.expirationHandler = { running.cancel() }
    }
  }

  private func submit(_ identifier: String) {
    let processing = BGProcessingTaskRequest(identifier: identifier)
    processing.requiresNetworkConnectivity = true
    let request =
      identifier == Self.upload ? processing : BGAppRefreshTaskRequest(identifier: identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 1800)
    do { try BGTaskScheduler.shared.submit(request) } catch { print("\(identifier): \(error)") }
  }
}
