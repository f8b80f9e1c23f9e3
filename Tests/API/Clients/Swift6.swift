// An app as it is written for a phone in Swift 6, with Swift concurrency. No warning is let pass.
import BackgroundTasks

/// What tests of an app put a double behind.
protocol TaskScheduling {
  func submit(_ taskRequest: BGTaskRequest) throws
  func submitTaskRequest(_ taskRequest: BGTaskRequest) async throws
  func pendingTaskRequests() async -> [BGTaskRequest]
}

extension BGTaskScheduler: TaskScheduling {}

@MainActor
final class Feed {
  static let refreshIdentifier = "com.example.feed.refresh"
  static let cleaningIdentifier = "com.example.feed.clean"

  private(set) var state = "new"

  func finishLaunching() {
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: Self.refreshIdentifier, using: .main
    ) { task in
      self.refresh(task as! BGAppRefreshTask)
    }
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: Self.cleaningIdentifier, using: nil, launchHandler: clean)
  }

  private func refresh(_ task: BGAppRefreshTask) {
    let work = Task {
      await fetch()
      task.setTaskCompleted(success: !Task.isCancelled)
    }
    task.expirationHandler = { work.cancel() }
    submitAgain()
  }

  private func fetch() async {
    state = "fetched"
  }

  private func submitAgain() {
    let request = BGAppRefreshTaskRequest(identifier: Self.refreshIdentifier)
    request.earliestBeginDate = .now + 15 * 60
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch BGTaskScheduler.Error.notPermitted {
      state = "not permitted"
    } catch let error as BGTaskScheduler.Error where error.code == .tooManyPendingTaskRequests {
      BGTaskScheduler.shared.cancelAllTaskRequests()
    } catch {
      state = error.localizedDescription
    }
  }

  func submitCleaning() async throws {
    let request = BGProcessingTaskRequest(identifier: Self.cleaningIdentifier)
    request.requiresExternalPower = true
    request.requiresNetworkConnectivity = true
    try await BGTaskScheduler.shared.submitTaskRequest(request)
  }

  func submitCleaning(then report: @escaping @Sendable (String) -> Void) {
    let request = BGProcessingTaskRequest(identifier: Self.cleaningIdentifier)
    BGTaskScheduler.shared.submitTaskRequest(request) { error in
      guard let error = error as? BGTaskScheduler.Error else { return report("submitted") }
      report(explanation(of: error))
    }
  }

  func listRequests() async -> [String] {
    await BGTaskScheduler.shared.pendingTaskRequests().map(\.identifier)
  }

  func cancelAll() {
    BGTaskScheduler.shared.getPendingTaskRequests { requests in
      for request in requests {
        BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: request.identifier)
      }
    }
  }
}

/// Called on a queue of the scheduler's.
@Sendable func clean(_ task: BGTask) {
  task.expirationHandler = { print("cleaning is cut short") }
  print("cleans for \(task.identifier)")
  task.setTaskCompleted(success: task is BGProcessingTask)
}

func explanation(of error: BGTaskScheduler.Error) -> String {
  switch error.code {
  case .unavailable: "unavailable"
  case .tooManyPendingTaskRequests: "too many"
  case .notPermitted: "not permitted"
  case .immediateRunIneligible: "not at once"
  // Apple's codes may become more, and there Swift 6 wants this line.
  @unknown default: "error \(error.code.rawValue)"
  }
}

/// Registers what the Info.plist lists, each once.
func registerListed() {
  let listed = Bundle.main.infoDictionary?["BGTaskSchedulerPermittedIdentifiers"] as? [String]
  for identifier in Set(listed ?? []) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      task.expirationHandler = { [weak task] in task?.setTaskCompleted(success: false) }
    }
  }
}
