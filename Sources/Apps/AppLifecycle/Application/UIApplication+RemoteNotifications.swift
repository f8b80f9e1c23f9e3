import Foundation

extension UIApplication {
  /// Asks for a device token. Linux has no push service that gives one: the delegate's
  /// `application(_:didFailToRegisterForRemoteNotificationsWithError:)` is called later on the main queue. Programs of
  /// the device send notifications without a token (`rubatoctl push`), and these are delivered in any case.
  public func registerForRemoteNotifications() {
    Task {
      delegate?.application(
        self, didFailToRegisterForRemoteNotificationsWithError: Self.registrationError)
    }
  }

  /// Has no effect, since no registration succeeds.
  public func unregisterForRemoteNotifications() {}

  /// Whether the app has a device token; always false.
  public var isRegisteredForRemoteNotifications: Bool { false }

  /// The error with the code that a simulator of a phone has reported.
  private static var registrationError: any Error {
    NSError(
      domain: NSCocoaErrorDomain, code: 3010,
      userInfo: [
        NSLocalizedDescriptionKey:
          "Linux has no push service with device tokens; send notifications with 'rubatoctl push APP FILE'"
      ])
  }
}
