import Foundation

/// The method of `UIApplicationDelegate` for remote notifications that awaits, in a protocol of its own. Not in UIKit.
// With `@preconcurrency`, as the other methods have it, Swift 5 would warn that the dictionary is sent to another actor.
@MainActor public protocol RemoteNotificationAwaiting: NSObject {
  /// Called for a remote notification to the app (`rubatoctl push`). Returns its result within 30 seconds.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult
}

extension RemoteNotificationAwaiting {
  /// Logs that the delegate handles no remote notifications, and returns `.failed`.
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    Log.write(
      "\(type(of: self)) does not handle remote notifications: it has no"
        + " application(_:didReceiveRemoteNotification:fetchCompletionHandler:)")
    return .failed
  }
}
