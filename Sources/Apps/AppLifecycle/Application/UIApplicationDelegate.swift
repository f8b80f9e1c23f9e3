import Foundation

/// What an app is told of its life, with the names of UIKit's protocol. All of it may be left out.
///
/// A delegate marked `@main` is the program, and is created with its `init()`.
@MainActor public protocol UIApplicationDelegate: NSObject {
  /// The launch begins. Returns whether it may go on as asked for.
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// The launch is nearly over: the last moment in which handlers of tasks are registered.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// The app takes what the user does.
  func applicationDidBecomeActive(_ application: UIApplication)

  /// The app is about to take nothing more of what the user does.
  func applicationWillResignActive(_ application: UIApplication)

  /// The app is seen no more.
  func applicationDidEnterBackground(_ application: UIApplication)

  /// The app is about to be seen.
  func applicationWillEnterForeground(_ application: UIApplication)

  /// A remote notification has arrived that is for the app itself (`rubatoctl push`). `completionHandler` is owed within 30
  /// seconds.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)

  /// The same for delegates that return what came of it.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult

  /// It is time to look for something new (`setMinimumBackgroundFetchInterval`). `completionHandler` is owed within 30
  /// seconds.
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  )

  /// All transfers of a background session have ended. Whoever makes the session again, with the same identifier, is told of
  /// them. `completionHandler` is owed within 30 seconds, from `urlSessionDidFinishEvents(forBackgroundURLSession:)`.
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void)

  /// The process was told to end (SIGTERM or SIGINT), and ends when this returns. A process that is suspended or killed is not
  /// told.
  func applicationWillTerminate(_ application: UIApplication)
}

extension UIApplicationDelegate {
  /// Lets the launch go on.
  public func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }

  /// Lets the launch go on.
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

  /// Awaits the method that returns what came of it.
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    Task {
      completionHandler(
        await self.application(application, didReceiveRemoteNotification: userInfo))
    }
  }

  /// Says that the delegate takes none, and fails.
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    Log.write(
      "\(type(of: self)) takes no remote notifications: it has no"
        + " application(_:didReceiveRemoteNotification:fetchCompletionHandler:)")
    return .failed
  }

  /// Says that the delegate does not fetch, and fails.
  public func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    Log.write(
      "\(type(of: self)) does not fetch: it has no application(_:performFetchWithCompletionHandler:)"
    )
    completionHandler(.failed)
  }

  /// Says that the delegate takes no such events.
  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    Log.write(
      "\(type(of: self)) takes no events of background sessions, such as '\(identifier)': it has no"
        + " application(_:handleEventsForBackgroundURLSession:completionHandler:)")
    completionHandler()
  }

  /// Does nothing.
  public func applicationWillTerminate(_ application: UIApplication) {}

  /// The program of an app whose delegate is marked `@main`: launches it, and never returns.
  public static func main() {
    let application = UIApplication.shared
    application.ownDelegate = DelegateCreation.make(Self.self)
    application.run()
  }
}
