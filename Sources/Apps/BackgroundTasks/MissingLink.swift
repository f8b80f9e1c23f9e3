import Foundation

/// The link of a program without a connection to the daemon. Requests are refused, reports have no effect, and no task
/// arrives.
final class MissingLink: TaskLink, @unchecked Sendable {
  private let lock = NSLock()
  /// The event that ended the launch; `nil` while the app is launching.
  private var ending: String?

  private static let problem = BGTaskScheduler.Error(
    .unavailable,
    "this program has no connection to the daemon; add the trait `Connection` to the dependency on rubato in its"
      + " Package.swift")

  func start(_ center: TaskCenter) {}

  var isLaunched: Bool { lock.withLock { ending != nil } }
  var launchEnd: String { lock.withLock { ending } ?? "" }
  func endLaunch(because end: String, handlers: [String]) {
    lock.withLock { ending = ending ?? end }
  }

  func noteHandlers(_ handlers: [String]) {}
  func permittedIdentifiers() -> [String]? { nil }
  func moduleLimit() -> Double? { nil }

  func submit(_ request: BGTaskRequest, kind: String) throws(BGTaskScheduler.Error) {
    throw Self.problem
  }
  func submit(_ terms: ObserverTerms) throws(BGTaskScheduler.Error) { throw Self.problem }
  func cancel(_ identifier: String) {}
  func pending() -> [BGTaskRequest] { [] }
  func app() throws(BGTaskScheduler.Error) -> String { throw Self.problem }

  func complete(_ run: Int64, success: Bool) {}
  func report(_ report: TaskReport, of run: Int64) -> Bool { false }
  func reportForeground(_ isForeground: Bool) {}
  func requestBackgroundTime(_ isRequested: Bool) {}
  func setFetchInterval(_ seconds: Double?) {}

  var mayRefresh: Bool? { nil }
  func device(_ field: String) -> String? { nil }

  /// The time since the machine has started, as on a clock that no daemon advances.
  var elapsed: Duration { .seconds(ProcessInfo.processInfo.systemUptime) }
  func sleep(until deadline: Duration) async throws {
    try await Task.sleep(for: deadline - elapsed)
  }
}
