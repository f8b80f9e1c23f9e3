import Foundation

/// The events of an app's life, with the names of UIKit's protocol. Each method is optional.
///
/// A delegate marked `@main` is the program, and is created with its `init()`.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: NSObject, RemoteNotificationAwaiting {
  /// Called when the launch begins. Returns whether it may continue as requested.
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// Called at the end of the launch, which is the last time to register handlers of tasks.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// Called when the user has started the app, to choose the configuration of its scene.
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration

  /// Never called: the user can discard no scene here.
  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)

  /// Called when the app has become active. This method and the three below are not called for an app with scenes,
  /// whose `UISceneDelegate` is notified instead.
  func applicationDidBecomeActive(_ application: UIApplication)

  /// Called when the app is about to become inactive.
  func applicationWillResignActive(_ application: UIApplication)

  /// Called when the app has entered the background.
  func applicationDidEnterBackground(_ application: UIApplication)

  /// Called when the app is about to enter the foreground.
  func applicationWillEnterForeground(_ application: UIApplication)

  /// Called for a remote notification to the app (`rubatoctl push`). Call `completionHandler` within 30 seconds.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)

  /// Called for a fetch (`setMinimumBackgroundFetchInterval`). Call `completionHandler` within 30 seconds.
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  )

  /// Called when all transfers of a background session have ended. Create the session again with the same identifier:
  /// its delegate then receives the events. Call `completionHandler` within 30 seconds, in
  /// `urlSessionDidFinishEvents(forBackgroundURLSession:)`.
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void)

  /// Called when all transfers of a background session have ended, as the method above, but ends by returning.
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String) async

  /// Never called: Linux has no push service that gives tokens.
  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  )

  /// Called after `registerForRemoteNotifications()`.
  func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)

  /// Called when the process has received SIGTERM or SIGINT; it ends when this method returns. The method is not called
  /// if the process is suspended or killed.
  func applicationWillTerminate(_ application: UIApplication)
}

extension UIApplicationDelegate {
  /// Lets the launch continue.
  public func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }

  /// Lets the launch continue.
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }

  /// Does nothing.
  public func applicationDidBecomeActive(_ application: UIApplication) {}

  /// Does nothing.
  public func applicationWillResignActive(_ application: UIApplication) {}

  /// Does nothing.
  public func applicationDidEnterBackground(_ application: UIApplication) {}

  /// Does nothing.
  public func applicationWillEnterForeground(_ application: UIApplication) {}

  /// Calls the asynchronous method for remote notifications, and passes its result to the completion handler.
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    Task {
      completionHandler(
        await self.application(application, didReceiveRemoteNotification: userInfo))
    }
  }

  /// Logs that the delegate does not fetch, and reports `.failed`.
  public func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    Log.write(
      "\(type(of: self)) does not fetch: it has no application(_:performFetchWithCompletionHandler:)"
    )
    completionHandler(.failed)
  }

  /// Calls the asynchronous method for the events of background sessions, and then the completion handler.
  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    Task {
      await self.application(application, handleEventsForBackgroundURLSession: identifier)
      completionHandler()
    }
  }

  /// Logs that the delegate handles no events of background sessions.
  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String
  ) async {
    Log.write(
      "\(type(of: self)) does not handle events of background sessions, such as '\(identifier)': it has no"
        + " application(_:handleEventsForBackgroundURLSession:completionHandler:)")
  }

  /// Returns the first configuration of the Info.plist, else one without a delegate.
  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { connectingSceneSession.configuration }

  /// Does nothing.
  public func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {}

  /// Does nothing.
  public func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {}

  /// Does nothing.
  public func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {}

  /// Does nothing.
  public func applicationWillTerminate(_ application: UIApplication) {}

  /// Launches an app whose delegate is marked `@main`, and never returns.
  public static func main() {
    let application = UIApplication.shared
    application.retainedDelegate = DelegateCreation.make(Self.self)
    application.run()
  }
}
