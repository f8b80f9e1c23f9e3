// An app as developers write it for a phone in Swift 6, with Swift concurrency. Warnings are errors here.
import BackgroundTasks

/// The interface that the tests of an app replace with a double.
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

/// Passes tasks to the main actor, and requests to a queue.
@MainActor
final class Library {
  private let submissions = DispatchQueue(label: "com.example.feed.submissions")
  private(set) var isOpen = true

  func finishLaunching() {
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: Feed.refreshIdentifier, using: nil
    ) { task in
      guard let refresh = task as? BGAppRefreshTask else { return }
      self.index(refresh)
    }
  }

  private func index(_ task: BGAppRefreshTask) {
    task.expirationHandler = { [weak task] in
      DispatchQueue.main.async {
        self.isOpen = false
        task?.setTaskCompleted(success: false)
        self.submitFromQueue()
      }
    }
    Task { @MainActor in
      await Task.yield()
      task.setTaskCompleted(success: self.isOpen)
      self.submitFromQueue()
    }
  }

  private func submitFromQueue() {
    let identifier = Feed.refreshIdentifier
    submissions.async {
      let request = BGAppRefreshTaskRequest(identifier: identifier)
      request.earliestBeginDate = Date(timeIntervalSinceNow: 900)
      do {
        try BGTaskScheduler.shared.submit(request)
      } catch {
        let known = error as NSError
        print("\(known.domain) \(known.code): \(error.localizedDescription)")
      }
    }
  }
}

/// Called on a queue of the scheduler.
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
  // Apple may add codes, for which Swift 6 requires this line.
  @unknown default: "error \(error.code.rawValue)"
  }
}

/// Registers every identifier in the Info.plist once.
func registerListed() {
  let listed = Bundle.main.infoDictionary?["BGTaskSchedulerPermittedIdentifiers"] as? [String]
  for identifier in Set(listed ?? []) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      task.expirationHandler = { [weak task] in task?.setTaskCompleted(success: false) }
    }
  }
}

// MARK: Work that continues when the user leaves the app

@MainActor
final class Exporter {
  static let identifiers = "com.example.feed.export"

  private(set) var state = "idle"

  /// Called by a button: the handler is registered when the user begins the work.
  func export(_ film: String) {
    let identifier = "\(Self.identifiers).\(film)"
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: .main) { task in
      guard let task = task as? BGContinuedProcessingTask else { return }
      self.run(task)
    }
    let request = BGContinuedProcessingTaskRequest(
      identifier: identifier, title: "Exporting \(film)", subtitle: "About to start")
    request.strategy = .fail
    if BGTaskScheduler.supportedResources.contains(.gpu) { request.requiredResources = .gpu }
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch BGTaskScheduler.Error.immediateRunIneligible {
      state = "busy"
    } catch {
      state = error.localizedDescription
    }
  }

  private func run(_ task: BGContinuedProcessingTask) {
    let reporting: any ProgressReporting = task
    reporting.progress.totalUnitCount = 100
    let work = Task {
      for done in 1...100 where !Task.isCancelled {
        await Task.yield()
        task.progress.completedUnitCount = Int64(done)
        task.updateTitle(task.title, subtitle: "\(done) %")
      }
      task.setTaskCompleted(success: !Task.isCancelled)
    }
    task.expirationHandler = { work.cancel() }
  }

  func submitStudy() throws {
    let request = BGHealthResearchTaskRequest(identifier: "com.example.feed.study")
    request.protectionTypeOfRequiredData = .complete
    request.requiresExternalPower = true
    try BGTaskScheduler.shared.submit(request)
  }
}

func strategy(of request: BGContinuedProcessingTaskRequest) -> String {
  switch request.strategy {
  case .fail: "fails"
  case .queue: "waits"
  @unknown default: "strategy \(request.strategy.rawValue)"
  }
}
