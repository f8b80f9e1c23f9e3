// An app as developers write it for a phone in Swift 5. Handlers are registered in the launch method, and work uses an
// operation queue. Foundation and Dispatch are imported with BackgroundTasks.
@preconcurrency import BackgroundTasks

/// The interface that the tests of an app replace with a double.
protocol TaskScheduling {
  func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool
  func submit(_ taskRequest: BGTaskRequest) throws
  func cancel(taskRequestWithIdentifier identifier: String)
  func cancelAllTaskRequests()
  func getPendingTaskRequests(completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void)
}

extension BGTaskScheduler: TaskScheduling {}

class AppDelegate: NSObject {
  static let refreshIdentifier = "com.example.feed.refresh"
  static let cleaningIdentifier = "com.example.feed.clean"

  let operations = OperationQueue()
  let queue = DispatchQueue(label: "com.example.feed")

  func applicationDidFinishLaunching() -> Bool {
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: AppDelegate.refreshIdentifier, using: nil
    ) { task in
      self.handleAppRefresh(task as! BGAppRefreshTask)
    }
    let isListed = BGTaskScheduler.shared.register(
      forTaskWithIdentifier: AppDelegate.cleaningIdentifier, using: queue
    ) { task in
      if let task = task as? BGProcessingTask { self.handleCleaning(task) }
    }
    return isListed
  }

  func applicationDidEnterBackground() {
    scheduleAppRefresh()
    scheduleCleaning()
  }

  // MARK: Requests

  func scheduleAppRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: AppDelegate.refreshIdentifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch BGTaskScheduler.Error.notPermitted {
      print("\(request.identifier) is missing in the Info.plist")
    } catch BGTaskScheduler.Error.tooManyPendingTaskRequests, BGTaskScheduler.Error.unavailable {
      print("not now")
    } catch {
      print("Could not schedule a refresh: \(error.localizedDescription)")
    }
  }

  func scheduleCleaning() {
    let request = BGProcessingTaskRequest(identifier: AppDelegate.cleaningIdentifier)
    request.requiresExternalPower = true
    request.requiresNetworkConnectivity = false
    request.earliestBeginDate = nil
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch let error as BGTaskScheduler.Error {
      explain(error)
    } catch {
      print("\(error)")
    }
  }

  func explain(_ error: BGTaskScheduler.Error) {
    switch error.code {
    case .unavailable: print("Background App Refresh is off")
    case .notPermitted: print("not permitted")
    case .tooManyPendingTaskRequests: BGTaskScheduler.shared.cancelAllTaskRequests()
    default: print("error \(error.code.rawValue) of \(BGTaskScheduler.errorDomain)")
    }
  }

  func listRequests() {
    BGTaskScheduler.shared.getPendingTaskRequests { requests in
      for request in requests {
        let begin = request.earliestBeginDate.map { "\($0)" } ?? "as soon as possible"
        let isCleaning = (request as? BGProcessingTaskRequest)?.requiresExternalPower ?? false
        print("\(request.identifier): \(begin), on power only: \(isCleaning)")
      }
      BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: AppDelegate.refreshIdentifier)
    }
  }

  func copyOfRequest(_ request: BGTaskRequest) -> BGTaskRequest {
    request.copy() as! BGTaskRequest
  }

  /// Handles only the codes of older systems.
  func explainToOlder(_ error: BGTaskScheduler.Error) -> String {
    switch error.code {
    case .unavailable: return "off"
    case .tooManyPendingTaskRequests: return "full"
    case .notPermitted: return "not listed"
    @unknown default: return "unknown"
    }
  }

  // MARK: Tasks

  func handleInTask(_ task: BGTask) {
    task.expirationHandler = {
      Task {
        await Task.yield()
        task.setTaskCompleted(success: false)
      }
    }
    let again: () async -> Void = { [weak self] in
      if await BGTaskScheduler.shared.pendingTaskRequests().isEmpty { self?.scheduleCleaning() }
    }
    Task {
      task.setTaskCompleted(success: true)
      await again()
    }
  }

  func handleAppRefresh(_ task: BGAppRefreshTask) {
    scheduleAppRefresh()
    let operation = BlockOperation { print("fetches") }
    task.expirationHandler = { operation.cancel() }
    operation.completionBlock = { task.setTaskCompleted(success: !operation.isCancelled) }
    operations.addOperation(operation)
  }

  func handleCleaning(_ task: BGProcessingTask) {
    task.expirationHandler = { [weak self] in self?.operations.cancelAllOperations() }
    operations.addOperations([BlockOperation { print("cleans") }], waitUntilFinished: true)
    task.expirationHandler = nil
    task.setTaskCompleted(success: true)
  }
}

// MARK: Work that continues when the user leaves the app, and studies

extension AppDelegate {
  func exportTapped() {
    let identifier = "com.example.feed.export.film"
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      self.export(task as! BGContinuedProcessingTask)
    }
    let request = BGContinuedProcessingTaskRequest(
      identifier: identifier, title: "Exporting", subtitle: "1 of 4")
    request.strategy = .queue
    request.requiredResources = []
    try? BGTaskScheduler.shared.submit(request)
  }

  func export(_ task: BGContinuedProcessingTask) {
    var isExpired = false
    task.expirationHandler = { isExpired = true }
    task.progress.totalUnitCount = 4
    for film in 1...4 where !isExpired {
      task.progress.becomeCurrent(withPendingUnitCount: 1)
      _ = Progress(totalUnitCount: 10)
      task.progress.resignCurrent()
      task.updateTitle("Exporting", subtitle: "\(film) of 4")
    }
    print("\(task.title), \(task.subtitle): \(task.progress.fractionCompleted)")
    task.setTaskCompleted(success: !isExpired)
  }

  func handleStudy(_ task: BGTask) {
    guard let study = task as? BGHealthResearchTask else { return }
    handleCleaning(study)
  }

  func scheduleStudy() throws {
    let request = BGHealthResearchTaskRequest(identifier: "com.example.feed.study")
    request.protectionTypeOfRequiredData = .completeUnlessOpen
    request.requiresNetworkConnectivity = true
    try BGTaskScheduler.shared.submit(request)
  }
}
