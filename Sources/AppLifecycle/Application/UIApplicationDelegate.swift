import Foundation

/// What an app is told of its life, with the names of UIKit's protocol. All of it may be left out.
///
/// A delegate marked `@main` is the program. One that does not derive from `UIResponder` has to be final, since there is
/// no Objective-C here that would create it.
@MainActor public protocol UIApplicationDelegate: AnyObject {
  /// Creates the delegate.
  init()

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

  /// Does nothing.
  public func applicationWillTerminate(_ application: UIApplication) {}

  /// The program of an app whose delegate is marked `@main`: launches it, and never returns.
  public static func main() {
    let application = UIApplication.shared
    application.ownDelegate = Self()
    application.run()
  }
}
