import BackgroundTasks

let refresh = "com.example.news.refresh"
let cleanup = "com.example.news.cleanup"
let environment = ProcessInfo.processInfo.environment

func seconds(_ name: String) -> Double? { environment[name].flatMap(Double.init) }
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

func submit(_ request: BGTaskRequest) {
  do {
    try BGTaskScheduler.shared.submit(request)
  } catch {
    say("\(request.identifier) was not submitted: \(error.localizedDescription)")
  }
}

func submitRefresh() {
  let request = BGAppRefreshTaskRequest(identifier: refresh)
  request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
  submit(request)
}

func submitCleanup(after delay: TimeInterval = 0) {
  let request = BGProcessingTaskRequest(identifier: cleanup)
  request.earliestBeginDate = Date(timeIntervalSinceNow: delay)
  request.requiresExternalPower = true
  submit(request)
}

func handle(_ task: BGTask) {
  nonisolated(unsafe) let task = task  // Any thread may complete it.
  let began = ContinuousClock.now
  say("\(task.identifier) begins")
  let work = Task {  // Stands for the download of news, or the removal of old ones.
    try await Task.sleep(for: .seconds(seconds("NEWS_SECONDS") ?? 2))
    say("\(task.identifier) is complete")
  }
  task.expirationHandler = {
    say("\(task.identifier) expires after \(ContinuousClock.now - began)")
    if environment["NEWS_IGNORES_EXPIRATION"] == nil { work.cancel() }
  }
  Task { task.setTaskCompleted(success: (try? await work.value) != nil) }
}

Thread.sleep(forTimeInterval: seconds("NEWS_LAUNCH_SECONDS") ?? 0)
BGTaskScheduler.shared.register(forTaskWithIdentifier: refresh, using: nil) { @Sendable task in
  submitRefresh()
  handle(task)
}
BGTaskScheduler.shared.register(forTaskWithIdentifier: cleanup, using: nil) { @Sendable task in
  submitCleanup(after: 24 * 3600)
  handle(task)
}
if CommandLine.arguments.contains("--submit") {
  submitRefresh()
  submitCleanup()
  exit(0)
}
dispatchMain()
