import Foundation
import Testing

@testable import AppLifecycle

/// Subscribers of the app's life.
@MainActor @Suite struct SubscriberTests {
  @Test(arguments: [
    ([], true), ([false], false), ([true], true), ([true, false], true),
    ([false, true, false], true),
  ])
  func aLaunchIsTrueIfItIsForOne(answers: [Bool], result: Bool) {
    Answering.expect(answers)
    let delegate = Delegate()
    let application = UIApplication(process: FakeProcess())
    #expect(delegate.application(application, didFinishLaunchingWithOptions: nil) == result)
    // Every subscriber is called, whatever the first ones return.
    #expect(Answering.asked == answers.count)
    #expect(delegate.subscriberTimes.map(\.name) == answers.map { _ in "Answering" })
    #expect(
      delegate.subscriberTimes.map(\.duration) == answers.map { $0 ? .milliseconds(70) : .zero })
  }

  @Test func theyAreToldInOrder() {
    Answering.expect([true, true])
    let delegate = Delegate()
    let application = UIApplication(process: FakeProcess())
    application.launch(delegate)
    application.moveToBackground()
    application.moveToForeground()
    application.terminate()
    let each = ["active", "resigns", "background", "foreground", "active", "terminates"]
    #expect(Answering.told == each.flatMap { [$0 + " 0", $0 + " 1"] })
  }
}

private final class Delegate: ExpoAppDelegate {
  override var modulesProvider: ModulesProvider {
    ModulesProvider(subscribers: Answering.answers.map { _ in Answering.self })
  }

  override var moduleLimits: ModuleLimits { ModuleLimits { .milliseconds(Answering.time) } }
}

private final class Answering: ExpoAppDelegateSubscriber {
  nonisolated(unsafe) static var answers: [Bool] = []
  nonisolated(unsafe) static var asked = 0
  nonisolated(unsafe) static var created = 0
  nonisolated(unsafe) static var told: [String] = []
  nonisolated(unsafe) static var time = 0

  private let number: Int

  /// Each test runs in one turn of the main queue, so that tests do not affect each other.
  static func expect(_ answers: [Bool]) {
    (self.answers, asked, created, told) = (answers, 0, 0, [])
  }

  required init() {
    number = Self.created
    Self.created += 1
    super.init()
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let answer = Self.answers[Self.asked]
    Self.asked += 1
    if answer { Self.time += 70 }
    return answer
  }

  func applicationDidBecomeActive(_ application: UIApplication) { note("active") }
  func applicationWillResignActive(_ application: UIApplication) { note("resigns") }
  func applicationDidEnterBackground(_ application: UIApplication) { note("background") }
  func applicationWillEnterForeground(_ application: UIApplication) { note("foreground") }
  func applicationWillTerminate(_ application: UIApplication) { note("terminates") }

  private func note(_ what: String) { Self.told.append("\(what) \(number)") }
}
