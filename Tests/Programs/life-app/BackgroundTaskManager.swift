import AppLifecycle

/// Registers handlers, which work only after the user has switched that on.
final class BackgroundTaskManager: Sendable {
  static let shared = BackgroundTaskManager()

  /// The user's choice is stored, and survives the process.
  private var isActivated: Bool { FileManager.default.fileExists(atPath: "activated") }

  func registerBackgroundTasks() {
    for identifier in ["com.example.feed.refresh", "com.example.feed.clean"] {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
        BackgroundTaskManager.shared.handleConditionally(task)
      }
    }
  }

  private func handleConditionally(_ task: BGTask) {
    say(isActivated ? "does the work" : "is switched off")
    task.setTaskCompleted(success: true)
  }
}
