import AppCases
import AppLifecycle
import BackgroundTasksTesting
import Foundation
import Testing

/// Apps with a delegate on a bench: their life, remote notifications and fetches.
@Suite struct DelegateTests {
  private static let story = #"{"aps": {"content-available": 1}, "story": 7}"#

  private let app = BenchApp(delegate: FeedDelegate.self, identifier: "com.example.feed")

  @Test func itIsToldOfItsLife() async throws {
    try await withBench(app) { bench in
      await bench.open()
      await bench.leave()
      #expect(
        await FeedDelegate.latest?.log == ["launched, headless: false", "active", "background"])
      try await bench.simulateFetch()
      await bench.advance(by: .seconds(10))
      #expect(await FeedDelegate.latest?.log == ["launched, headless: true", "fetches"])
      #expect(bench.runs.map(\.outcome) == [.completed])
    }
  }

  @Test func itFetchesByItsInterval() async throws {
    try await withBench(app, BenchOptions(life: .everyday(opensPerDay: 6))) { bench in
      await bench.advance(by: .seconds(3 * 86_400))
      #expect(bench.runs(of: Bench.fetch).count > 3)
      #expect(bench.runs.allSatisfy { $0.outcome == .completed })
    }
  }

  @Test func aNotificationIsDeliveredWhereverTheAppIs() async throws {
    try await withBench(app) { bench in
      await bench.open()
      try await bench.push(Self.story)
      #expect(await FeedDelegate.latest?.log.last == "gets story 7 while active")
      await bench.leave()
      try await bench.simulatePush(Self.story)
      await bench.advance(by: .seconds(10))
      #expect(await FeedDelegate.latest?.log.last == "gets story 7 while background")
      #expect(bench.runs(of: Bench.push).map(\.outcome) == [.completed, .completed])
      await #expect(throws: BenchError.self) { try await bench.push(#"{"aps": {"alert": "hi"}}"#) }
      await bench.quit()
      await #expect(throws: BenchError.self) { try await bench.push(Self.story) }
      await bench.advance(by: .seconds(86_400))
      #expect(bench.runs(of: Bench.push).count == 2)
    }
  }

  @Test(arguments: DelegateCase.allCases)
  func comesOutAsWithADaemon(_ delegateCase: DelegateCase) async throws {
    var outcome: String?
    _ = try await Bench.failures(of: app, .impatient) { bench in
      await bench.open()
      await bench.leave()
      try await bench.simulatePush(delegateCase.payload)
      await bench.advance(by: .seconds(2))
      if delegateCase.isExpired { try await bench.simulateExpiration(Bench.push) }
      await bench.advance(by: .seconds(3))
      outcome = bench.runs(of: Bench.push).first?.outcome.rawValue
    }
    #expect(outcome == delegateCase.expected)
  }
}

final class FeedDelegate: NSObject, UIApplicationDelegate {
  /// The delegate of the newest process.
  private(set) static var latest: FeedDelegate?

  private(set) var log: [String] = []

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Self.latest = self
    log.append("launched, headless: \(application.isHeadless)")
    application.setMinimumBackgroundFetchInterval(3600)
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { log.append("active") }
  func applicationDidEnterBackground(_ application: UIApplication) { log.append("background") }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    if let delegateCase = DelegateCase(userInfo) {
      return delegateCase.handle { completionHandler(UIBackgroundFetchResult($0)) }
    }
    log.append("gets story \(userInfo["story"] ?? 0) while \(application.applicationState)")
    completionHandler(.newData)
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    log.append("fetches")
    nonisolated(unsafe) let completionHandler = completionHandler
    Task {
      try await Bench.current.clock.sleep(for: .seconds(3))
      completionHandler(.noData)
    }
  }
}

extension UIBackgroundFetchResult {
  init(_ answer: DelegateCase.Answer) {
    switch answer {
    case .newData: self = .newData
    case .noData: self = .noData
    case .failed: self = .failed
    }
  }
}
