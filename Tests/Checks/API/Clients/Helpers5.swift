// Helpers of apps in Swift 5 whose types are not on the main actor: for background tasks, sessions and logs. On a
// phone, code without concurrency checking may use UIKit on any thread.
import AppLifecycle
import AppLogging
import BackgroundTransfers

// MARK: Background tasks

/// The interface that a test of an app replaces with a double.
protocol BackgroundTaskStarting {
  func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (() -> Void)?
  ) -> UIBackgroundTaskIdentifier
  func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier)
}

extension UIApplication: BackgroundTaskStarting {}

class Assertion {
  private let starter: BackgroundTaskStarting
  private var identifier = UIBackgroundTaskIdentifier.invalid
  private var expired = false

  init(starter: BackgroundTaskStarting = UIApplication.shared) {
    self.starter = starter
    identifier = starter.beginBackgroundTask(withName: "upload") { [weak self] in
      self?.expired = true
      self?.stop()
    }
  }

  func stop() {
    guard identifier != .invalid else { return }
    starter.endBackgroundTask(identifier)
    identifier = .invalid
  }
}

extension UIApplication {
  func endsItself(_ name: String) -> (() -> Void)? {
    var identifier = UIBackgroundTaskIdentifier.invalid
    let end = {
      if identifier != .invalid { UIApplication.shared.endBackgroundTask(identifier) }
    }
    identifier = beginBackgroundTask(withName: name, expirationHandler: end)
    return identifier == .invalid ? nil : end
  }
}

/// Not isolated to an actor.
func describeStatus() -> String {
  let application = UIApplication.shared
  guard application.applicationState == .background else { return "open" }
  switch application.backgroundRefreshStatus {
  case .available: return "\(application.backgroundTimeRemaining) s"
  case .denied, .restricted: return "none"
  @unknown default: return "unknown"
  }
}

func mayWork() -> Bool {
  UIDevice.current.isBatteryMonitoringEnabled = true
  switch UIDevice.current.batteryState {
  case .charging, .full: return true
  case .unplugged: return UIDevice.current.batteryLevel > 0.5
  case .unknown: return !ProcessInfo.processInfo.isLowPowerModeEnabled
  @unknown default: return false
  }
}

// MARK: Scenes

@main
class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    application.registerForRemoteNotifications()
    UNUserNotificationCenter.current().delegate = self
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.notes", using: nil) {
      Log.sync.debug("has \(UIApplication.shared.backgroundTimeRemaining) s")
      $0.setTaskCompleted(success: true)
    }
    return true
  }

  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(
      name: "Default Configuration", sessionRole: connectingSceneSession.role)
    configuration.delegateClass = SceneDelegate.self
    return configuration
  }

  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {}

  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) { print(deviceToken.map { String(format: "%02x", $0) }.joined()) }

  func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error
  ) { print(error.localizedDescription) }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) { completionHandler([.banner, .sound]) }

  func submit() {
    try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.notes"))
  }
}

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard (scene as? UIWindowScene) != nil else { return }
  }

  func sceneDidEnterBackground(_ scene: UIScene) {
    (UIApplication.shared.delegate as? AppDelegate)?.submit()
    ProcessInfo.processInfo.performExpiringActivity(withReason: "save") { expired in
      if expired { print("cut short") }
    }
  }
}

// MARK: Sessions

class Sessions {
  static let shared = Sessions()

  var session: URLSession!

  private init() { session = URLSession(configuration: configuration()) }

  private func configuration() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.background(withIdentifier: "films")
    configuration.waitsForConnectivity = true
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCache = nil
    configuration.timeoutIntervalForRequest = 30
    return configuration
  }

  func download(_ url: URL) {
    let request = BackgroundTransfers.URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalAndRemoteCacheData, timeoutInterval: 20)
    session.downloadTask(with: request).resume()
  }
}

// MARK: Logs

enum Log {
  static let sync = Logger(subsystem: "com.example.notes", category: "sync")
  static let old = OSLog(subsystem: "com.example.notes", category: "old")
}

func log(_ count: Int, of user: String, _ error: Error) {
  Log.sync.info("\(count) notes of \(user, privacy: .private(mask: .hash))")
  Log.sync.error("failed: \(error.localizedDescription, privacy: .public), \(error)")
  Log.sync.log(level: .debug, "\(Double(count), format: .fixed(precision: 2))")
  os_log("%{public}@ has %d notes", log: Log.old, type: .info, user, count)
  os_log(.error, log: Log.old, "\(user) failed")
}
