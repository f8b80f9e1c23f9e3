import Foundation

/// A subscriber, which can receive every event of a delegate.
@MainActor public protocol ExpoAppDelegateSubscriberProtocol: UIApplicationDelegate {}

extension ExpoAppDelegateSubscriberProtocol {
  /// Reports that there is no new data.
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult { .noData }

  /// Reports that there is no new data.
  public func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) { completionHandler(.noData) }
}

extension ExpoAppDelegateSubscriberProtocol {
  /// Completes immediately: the session belongs to another subscriber.
  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) { completionHandler() }
}

/// The base class of subscribers.
@MainActor open class BaseExpoAppDelegateSubscriber: UIResponder {}

/// A part of an app, or a library, that receives the events of the app's life without being its delegate, with Expo's
/// name. Derive a class from it, and list it in `ModulesProvider`.
public typealias ExpoAppDelegateSubscriber =
  BaseExpoAppDelegateSubscriber & ExpoAppDelegateSubscriberProtocol
