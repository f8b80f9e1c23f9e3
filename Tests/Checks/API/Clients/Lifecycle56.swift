// Code that apps have around their tasks on a phone, in both language modes: a scene delegate, a delegate with async
// methods, logs of several actors. Warnings are errors here.
import AppLifecycle
import AppLogging

@main
final class AppDelegate: NSObject, UIApplicationDelegate {
  private let sync = Sync()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    application.registerForRemoteNotifications()
    let sync = sync
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: "com.example.notes", using: .main
    ) { task in
      MainActor.assumeIsolated {
        let work = Task {
          await sync.run()
          task.setTaskCompleted(success: !Task.isCancelled)
        }
        task.expirationHandler = { work.cancel() }
      }
    }
    return true
  }

  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
    configuration.delegateClass = SceneDelegate.self
    return configuration
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String
  ) async { await sync.run() }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    await withTaskCancellationHandler {
      await sync.run()
      return .newData
    } onCancel: {
      Sync.logger.notice("cancelled")
    }
  }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func sceneDidEnterBackground(_ scene: UIScene) {
    let identifier = UIApplication.shared.beginBackgroundTask(withName: "save")
    Task {
      await Sync().run()
      UIApplication.shared.endBackgroundTask(identifier)
    }
    Sync.logger.debug("\(scene.session.persistentIdentifier, privacy: .public)")
  }
}

actor Sync {
  static let logger = Logger(subsystem: "com.example.notes", category: "sync")

  private var rounds = 0

  func run() async {
    rounds += 1
    Self.logger.info("round \(self.rounds)")
    await MainActor.run {
      UIDevice.current.isBatteryMonitoringEnabled = true
      if UIDevice.current.batteryState == .unplugged { Self.logger.info("on battery") }
    }
  }
}
