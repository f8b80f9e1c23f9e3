import Foundation

/// What a subscriber may be told: all that a delegate is.
@MainActor public protocol ExpoAppDelegateSubscriberProtocol: UIApplicationDelegate {}

extension ExpoAppDelegateSubscriberProtocol {
  /// Says that there is nothing new for this one.
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult { .noData }

  /// Says that there is nothing new for this one.
  public func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) { completionHandler(.noData) }
}

extension ExpoAppDelegateSubscriberProtocol {
  /// Owes nothing: the session is another's.
  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) { completionHandler() }
}

/// The class that subscribers derive from.
@MainActor open class BaseExpoAppDelegateSubscriber: UIResponder {}

/// A part of an app, or a library, that is told of the app's life without being its delegate, with Expo's name: derive a class from it, and
/// list it in `ModulesProvider`.
public typealias ExpoAppDelegateSubscriber =
  BaseExpoAppDelegateSubscriber & ExpoAppDelegateSubscriberProtocol
