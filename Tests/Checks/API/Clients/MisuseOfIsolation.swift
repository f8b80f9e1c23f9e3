// More that must not compile. The compiler looks for this only where all types are right, hence a file apart.
import BackgroundTasks

@MainActor func finish(_ task: BGTask) { task.setTaskCompleted(success: true) }

func sendTasks(_ task: BGTask, _ other: BGTask) async {
  Task { task.setTaskCompleted(success: true) }  // error: data races
  await finish(other)  // error: sending 'other'
}

func sendRequest(_ request: BGTaskRequest) {
  Task { try await BGTaskScheduler.shared.submitTaskRequest(request) }  // error: data races
}
