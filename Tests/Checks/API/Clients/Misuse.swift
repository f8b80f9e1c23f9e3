// Code that must not compile. Each wrong line names a text that the compiler's message must contain.
import BackgroundTasks

func constructWhatTheSystemMakes() {
  _ = BGTaskScheduler()  // error: inaccessible
  _ = BGTask()  // error: inaccessible
  _ = BGTask(identifier: "com.example.feed.refresh")  // error: inaccessible
  _ = BGAppRefreshTask(identifier: "com.example.feed.refresh")  // error: inaccessible
  _ = BGProcessingTask()  // error: inaccessible
  _ = BGTaskRequest()  // error: inaccessible
  _ = BGTaskRequest(identifier: "com.example.feed.refresh")  // error: inaccessible
  _ = BGAppRefreshTaskRequest()  // error: 'identifier'
}

final class Request: BGTaskRequest {
  init() { super.init(identifier: "com.example.feed.refresh") }  // error: inaccessible
}

func assignWhatIsFixed(_ task: BGTask, _ request: BGTaskRequest) {
  task.identifier = "com.example.feed.clean"  // error: cannot assign
  request.identifier = "com.example.feed.clean"  // error: cannot assign
  BGTaskScheduler.shared = BGTaskScheduler.shared  // error: cannot assign
  BGTaskScheduler.errorDomain = "com.example"  // error: cannot assign
}

func confuseTypes(_ task: BGTask, _ request: BGAppRefreshTaskRequest) throws {
  request.requiresExternalPower = true  // error: no member
  try BGTaskScheduler.shared.submit("com.example.feed.refresh")  // error: cannot convert
  task.setTaskCompleted(true)  // error: success
  task.expirationHandler = "com.example.feed.refresh"  // error: cannot assign
}

func takeForSendable(_ task: BGTask, _ request: BGTaskRequest) {
  let _: any Sendable = task  // error: 'Sendable'
  let _: any Sendable = request  // error: 'Sendable'
  let _: any Sendable = BGTaskScheduler.shared  // error: 'Sendable'
  DispatchQueue.global().async { task.setTaskCompleted(success: true) }  // error: '@Sendable'
  BGTaskScheduler.shared.getPendingTaskRequests { _ in
    task.setTaskCompleted(success: true)  // error: '@Sendable'
  }
}

func countRequests() {
  var count = 0
  BGTaskScheduler.shared.getPendingTaskRequests { count = $0.count }  // error: concurrently
  print(count)
}

enum Requests {
  static let refresh = BGAppRefreshTaskRequest(identifier: "feed")  // error: concurrency-safe
}
