import BackgroundTasks

/// An app that performs the commands on its standard input, one per line, after its launch: taps of a user, and the
/// progress of its work. It answers each line with one line.
final class Told: @unchecked Sendable {
  private let lock = NSLock()
  private var tasks: [String: BGTask] = [:]

  func start() {
    _ = BGTaskScheduler.shared
    DispatchQueue.main.async {
      Thread.detachNewThread { [self] in
        say("launched")
        while let line = readLine() { obey(line.split(separator: " ").map(String.init)) }
        exit(0)
      }
    }
  }

  private func obey(_ words: [String]) {
    let identifier = words.count > 1 ? words[1] : ""
    switch words[0] {
    case "register": say("registered: \(register(identifier))")
    case "continue":
      let request = BGContinuedProcessingTaskRequest(
        identifier: identifier, title: "Exporting", subtitle: "1 of 4")
      if words.contains("fail") { request.strategy = .fail }
      if words.contains("gpu") { request.requiredResources = .gpu }
      submit(request)
    case "research":
      let request = BGHealthResearchTaskRequest(identifier: identifier)
      request.protectionTypeOfRequiredData = .complete
      request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
      submit(request)
    case "pending":
      BGTaskScheduler.shared.getPendingTaskRequests { requests in
        say("pending: \(requests.map { self.describe($0) })")
      }
    case "cancel":
      BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: identifier)
      say("cancelled")
    case "progress": progress(of: identifier, Int64(words[2]) ?? 0)
    case "title":
      continued(identifier)?.updateTitle("Exporting", subtitle: words[2])
      say("retitled: \(continued(identifier)?.subtitle ?? "")")
    case "complete":
      lock.withLock { tasks[identifier] }?.setTaskCompleted(success: true)
      say("completed")
    default: say("not understood")
    }
  }

  private func register(_ identifier: String) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      nonisolated(unsafe) let task = task
      task.expirationHandler = {
        say("expires \(task.identifier)")
        task.setTaskCompleted(success: false)
      }
      self.lock.withLock { self.tasks[task.identifier] = task }
      say("handles \(task.identifier) as \(type(of: task)) \(self.shown(task))")
    }
  }

  private func shown(_ task: BGTask) -> String {
    guard let task = task as? BGContinuedProcessingTask else { return "" }
    return "\(task.title), \(task.subtitle)"
  }

  private func continued(_ identifier: String) -> BGContinuedProcessingTask? {
    lock.withLock { tasks[identifier] } as? BGContinuedProcessingTask
  }

  private func progress(of identifier: String, _ done: Int64) {
    let progress = continued(identifier)?.progress
    progress?.totalUnitCount = 100
    progress?.completedUnitCount = done
    say("progressed")
  }

  private func submit(_ request: BGTaskRequest) {
    do {
      try BGTaskScheduler.shared.submit(request)
      say("submitted")
    } catch let error as BGTaskScheduler.Error {
      say("error \(error.code.rawValue): \(error.localizedDescription)")
    } catch {
      say("another error: \(error)")
    }
  }

  private func describe(_ request: BGTaskRequest) -> String {
    switch request {
    case let request as BGContinuedProcessingTaskRequest:
      "\(request.identifier) \(request.title) \(request.strategy)"
    case let request as BGHealthResearchTaskRequest:
      "\(request.identifier) \(request.protectionTypeOfRequiredData == .complete)"
    default: request.identifier
    }
  }
}
