import AppLifecycle

class BackgroundTaskSubscriber: ExpoAppDelegateSubscriber {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BackgroundTaskManager.shared.registerBackgroundTasks()
    say("registered by a subscriber")
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { say("active") }
  func applicationWillResignActive(_ application: UIApplication) { say("resigns") }
  func applicationDidEnterBackground(_ application: UIApplication) { say("background") }
  func applicationWillEnterForeground(_ application: UIApplication) { say("foreground") }
  func applicationWillTerminate(_ application: UIApplication) {
    say("terminates")
    print("printed at the end")
  }
}

class AppDelegate: ExpoAppDelegate {
  private var hasBeenAway = false

  override var modulesProvider: ModulesProvider {
    ModulesProvider(
      modules: [HealthModule.self, LocalizationModule.self], lazyModules: [MapModule.self],
      subscribers: behaviour == "subscriber" ? [BackgroundTaskSubscriber.self] : [])
  }

  override var moduleLimits: ModuleLimits {
    var limits = super.moduleLimits
    if behaviour != "hangs" { limits.now = { ModuleTime.now } }
    return limits
  }

  override func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let result = super.application(application, didFinishLaunchingWithOptions: launchOptions)
    say("launched for \(application.launchReason), options: \(launchOptions ?? [:])")
    for name in ["ExpoLocalization", "Map"] {
      do {
        _ = try requireNativeModule(name)
        say("has \(name)")
      } catch {
        say("\(error)")
      }
    }
    return result
  }

  override func applicationDidBecomeActive(_ application: UIApplication) {
    super.applicationDidBecomeActive(application)
    // Called when the user switches the work on.
    if behaviour == "toggle" { BackgroundTaskManager.shared.registerBackgroundTasks() }
    if behaviour == "subscriber", !hasBeenAway {
      hasBeenAway = true
      let info = ProcessInfo.processInfo
      say("may refresh: \(application.backgroundRefreshStatus)")
      say("thermal: \(info.thermalState), low power: \(info.isLowPowerModeEnabled)")
      application.moveToBackground()
      application.moveToForeground()
      _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in
        say("a timer fires on the main thread: \(Thread.isMainThread)")
      }
    }
  }
}

/// A delegate that does not derive from a UIKit class, and sets up less while the app is in the background.
class PlainDelegate: NSObject, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let isHeadless = application.applicationState == .background
    say(isHeadless ? "sets up without a user" : "sets all up")
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: "com.example.feed.refresh", using: .main
    ) { task in
      Task { await refresh(task) }
    }
    return true
  }
}

@MainActor private func refresh(_ task: BGTask) async {
  say("state: \(UIApplication.shared.applicationState)")
  task.setTaskCompleted(success: true)
}
