// An app with a delegate and a scene, in Swift 6.
import AppLifecycle

actor Store {
  static let shared = Store()

  func refresh() async -> Bool { true }
}

final class FeedDelegate: NSObject, UIApplicationDelegate {
  private var finished: [String: () -> Void] = [:]
  private var observer: (any NSObjectProtocol)?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.feed.clean", using: .main) {
      task in
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      task.setTaskCompleted(success: true)
    }
    observer = NotificationCenter.default.addObserver(
      forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: .main
    ) { _ in MainActor.assumeIsolated { Self.save() } }
    if application.backgroundRefreshStatus == .available {
      application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    }
    return ProcessInfo.processInfo.thermalState != .critical
      && !ProcessInfo.processInfo.isLowPowerModeEnabled
  }

  func applicationDidBecomeActive(_ application: UIApplication) {}
  func applicationWillResignActive(_ application: UIApplication) {}
  func applicationDidEnterBackground(_ application: UIApplication) {}
  func applicationWillEnterForeground(_ application: UIApplication) {}
  func applicationWillTerminate(_ application: UIApplication) {}

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    await Store.shared.refresh() ? .newData : .noData
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) { completionHandler(.failed) }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) { finished[identifier] = completionHandler }

  static func save() {
    let application = UIApplication.shared
    var identifier = UIBackgroundTaskIdentifier.invalid
    identifier = application.beginBackgroundTask(withName: "save") {
      application.endBackgroundTask(identifier)
      identifier = .invalid
    }
    Task {
      _ = await Store.shared.refresh()
      print(application.backgroundTimeRemaining, application.applicationState == .background)
      application.endBackgroundTask(identifier)
    }
  }
}

@main struct FeedApp: App {
  @UIApplicationDelegateAdaptor(FeedDelegate.self) private var delegate
  @Environment(\.scenePhase) private var scenePhase

  var body: some Scene {
    WindowGroup { Text("Feed") }
      .onChange(of: scenePhase) { _, phase in
        if phase == .background { FeedDelegate.save() }
      }
      .backgroundTask(.appRefresh("com.example.feed.refresh")) { _ = await Store.shared.refresh() }
      .backgroundTask(.urlSession("com.example.films")) {}
  }
}
