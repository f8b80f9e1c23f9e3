import BackgroundTasksTesting
import Synchronization

/// An app with a refresh and a processing task, whose handlers a test supplies.
struct FeedApp: Sendable {
  static let refresh = "com.example.feed.refresh"
  static let clean = "com.example.feed.clean"

  typealias Handler = @Sendable (BGTask) -> Void

  /// - Parameters:
  /// - again: The time from the beginning of a refresh to the next one; `nil` submits the refresh only at the first
  ///   open.
  /// - handler: The handler of both tasks, called after the next refresh was submitted.
  static func app(
    again: Double? = nil, _ handler: @escaping Handler = { $0.setTaskCompleted(success: true) },
    launch: @escaping @Sendable () -> Void = {}
  ) -> BenchApp {
    BenchApp(identifier: "com.example.feed", permittedIdentifiers: [refresh, clean]) {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: refresh, using: nil) { task in
        if let again { submit(after: again) }
        handler(task)
      }
      BGTaskScheduler.shared.register(
        forTaskWithIdentifier: clean, using: nil, launchHandler: handler)
      launch()
    }
  }

  static func submit(after delay: Double) {
    let request = BGAppRefreshTaskRequest(identifier: refresh)
    request.earliestBeginDate = Date(timeIntervalSinceNow: delay)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("not submitted: \(error.localizedDescription)")
    }
  }

  static func submitClean(
    power: Bool = false, network: Bool = false
  ) throws {
    let request = BGProcessingTaskRequest(identifier: clean)
    request.requiresExternalPower = power
    request.requiresNetworkConnectivity = network
    try BGTaskScheduler.shared.submit(request)
  }
}

/// A counter for any thread.
final class Count: Sendable {
  private let number = Mutex(0)

  var value: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }
}

extension BenchOptions {
  /// The options of a test in which handlers do not answer.
  static let impatient = BenchOptions(life: .still, patience: .seconds(1))
}
