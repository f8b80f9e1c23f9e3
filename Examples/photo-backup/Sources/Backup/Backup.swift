import BackgroundTasks
import Foundation

/// The photos, and the record of those that are saved.
public protocol Album: Sendable {
  /// The photos that are not saved yet, in order.
  var unsaved: [Int] { get async throws }

  /// Saves a photo, and records that durably: the photo is not saved again.
  func save(_ photo: Int) async throws
}

/// Saves photos while the device is charging and online, and continues where the last run stopped.
public final class Backup: Sendable {
  public static let identifier = "com.example.photos.backup"

  private let album: any Album

  public init(_ album: any Album) {
    self.album = album
  }

  /// Call this during the launch of the app.
  public func register() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.identifier, using: nil) { task in
      nonisolated(unsafe) let task = task
      let running = Task { task.setTaskCompleted(success: await self.run()) }
      task.expirationHandler = { running.cancel() }
    }
  }

  /// Call this when the user leaves the app.
  public func schedule() async {
    guard let unsaved = try? await album.unsaved, !unsaved.isEmpty else { return }
    let request = BGProcessingTaskRequest(identifier: Self.identifier)
    request.requiresNetworkConnectivity = true
    request.requiresExternalPower = true
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("The backup was not submitted: \(error.localizedDescription)")
    }
  }

  /// Returns whether all photos are saved. A request for the others is submitted before the task is completed.
  private func run() async -> Bool {
    do {
      for photo in try await album.unsaved {
        try Task.checkCancellation()
        try await album.save(photo)
      }
      return true
    } catch {
      await schedule()
      return false
    }
  }
}
