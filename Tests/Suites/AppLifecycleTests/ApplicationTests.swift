import BackgroundTasks
import Foundation
import Synchronization
import Testing

@testable import AppLifecycle

/// The life of an app, as its delegate is notified of it.
@MainActor @Suite struct ApplicationTests {
  private let process = FakeProcess()

  @Test func aLaunchByItsUserEndsInTheForeground() {
    let application = UIApplication(process: process)
    let delegate = Delegate(process)
    application.launch(delegate)
    #expect(delegate.calls == ["will", "did, open", "active, closed"])
    #expect(application.applicationState == .active && application.launchReason == .opened)
  }

  @Test func aLaunchByTheDaemonStaysInTheBackground() {
    process.isLaunchedByDaemon = true
    let application = UIApplication(process: process)
    let delegate = Delegate(process)
    application.launch(delegate)
    #expect(delegate.calls == ["will", "did, open"])
    #expect(application.applicationState == .background && application.isHeadless)
    application.moveToForeground()
    application.moveToBackground()
    #expect(delegate.calls.count == 2 && process.reports.isEmpty)
  }

  @Test func whatIsSeenNoMoreIsSeenAgain() {
    let application = UIApplication(process: process)
    let delegate = Delegate(process)
    application.launch(delegate)
    delegate.calls = []
    application.moveToForeground()
    #expect(delegate.calls == [])
    application.moveToBackground()
    application.moveToBackground()
    #expect(delegate.calls == ["resigns", "background"])
    application.moveToForeground()
    #expect(
      delegate.calls == ["resigns", "background", "foreground", "active, closed"])
    #expect(process.reports == [false, true])
  }

  @Test func itIsPostedToo() async {
    let application = UIApplication(process: process)
    let posted = Mutex<[String]>([])
    let names = [
      UIApplication.didFinishLaunchingNotification, UIApplication.didBecomeActiveNotification,
      UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
      UIApplication.willEnterForegroundNotification, UIApplication.willTerminateNotification,
    ]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: application, queue: nil) {
        let text = $0.name.rawValue
        posted.withLock { $0.append(text) }
      }
    }
    application.launch(nil)
    application.moveToBackground()
    application.moveToForeground()
    application.terminate()
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    let became = UIApplication.didBecomeActiveNotification
    let expected = names.dropLast() + [became, UIApplication.willTerminateNotification]
    #expect(posted.withLock { $0 } == expected.map(\.rawValue))
  }

  @Test(
    arguments: [(true, .available), (false, .denied), (nil, .restricted)]
      as [(Bool?, UIBackgroundRefreshStatus)])
  func theStatusIsThatOfTheSwitch(mayRefresh: Bool?, status: UIBackgroundRefreshStatus) {
    process.mayRefresh = mayRefresh
    #expect(UIApplication(process: process).backgroundRefreshStatus == status)
  }
}

/// A process that is not known to a daemon.
final class FakeProcess: ApplicationProcess, @unchecked Sendable {
  var isLaunchedByDaemon = false
  var mayRefresh: Bool?
  var scenes: [SceneConfiguration]?
  private(set) var hasFinishedLaunching = false
  private(set) var reports: [Bool] = []

  func endLaunch() { hasFinishedLaunching = true }
  func report(isForeground: Bool) { reports.append(isForeground) }

  /// The handler and the fetch intervals that the application has set.
  private(set) var delegateHandler: (@Sendable (DelegateTask) -> Void)?
  private(set) var fetchIntervals: [Double?] = []

  private(set) var holds: [Bool] = []
  var isBusy = false
  private var activityHandler: (@Sendable (Bool) -> Void)?

  func stopReceivingTasks() {}

  /// Called with each request for background time.
  var held: (Bool) -> Void = { _ in }

  func requestBackgroundTime(_ isRequested: Bool) {
    holds.append(isRequested)
    held(isRequested)
  }
  func followActivity(_ handler: @escaping @Sendable (Bool) -> Void) { activityHandler = handler }

  func change(isBusy: Bool) {
    self.isBusy = isBusy
    reportActivity(isBusy)
  }

  /// Calls the handler of changes, without a change.
  func reportActivity(_ isBusy: Bool) { activityHandler?(isBusy) }

  func setDelegateHandler(_ handler: @escaping @Sendable (DelegateTask) -> Void) {
    delegateHandler = handler
  }

  func setFetchInterval(_ seconds: Double?) { fetchIntervals.append(seconds) }
}

private final class Delegate: NSObject, UIApplicationDelegate {
  private let process: FakeProcess
  var calls: [String] = []

  init(_ process: FakeProcess) {
    self.process = process
  }

  /// Whether handlers may still be registered.
  private var time: String { process.hasFinishedLaunching ? "closed" : "open" }

  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    calls.append("will")
    return true
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    calls.append("did, \(time)")
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { calls.append("active, \(time)") }
  func applicationWillResignActive(_ application: UIApplication) { calls.append("resigns") }
  func applicationDidEnterBackground(_ application: UIApplication) { calls.append("background") }
  func applicationWillEnterForeground(_ application: UIApplication) { calls.append("foreground") }
}
