// More code that must not compile. The compiler reports these errors only if all types are right, hence a separate
// file.
import BackgroundTasks

@MainActor func finish(_ task: BGTask) { task.setTaskCompleted(success: true) }

func sendTasks(_ task: BGTask, _ other: BGTask) async {
  Task { task.setTaskCompleted(success: true) }  // error: data races
  await finish(other)  // error: sending 'other'
}

func sendRequest(_ request: BGTaskRequest) {
  Task { try await BGTaskScheduler.shared.submitTaskRequest(request) }  // error: data races
}
