import Foundation

/// The content of a notification, with UserNotifications' names. To change it, use `UNMutableNotificationContent`.
open class UNNotificationContent: NSObject {
  /// The first line.
  open internal(set) var title = ""
  /// The text above the body.
  open internal(set) var subtitle = ""
  /// The main text.
  open internal(set) var body = ""
  /// Data that the app keeps with the notification: JSON values, at most 4096 bytes.
  open internal(set) var userInfo: [AnyHashable: Any] = [:]
  /// The sound, kept for the app; the session's notification service chooses the played one. `nil` if none is set.
  open internal(set) var sound: UNNotificationSound?
  /// The category, kept for the app.
  open internal(set) var categoryIdentifier = ""

  override init() {}

  /// Returns a copy that can be changed.
  func mutableCopyOfContent() -> UNMutableNotificationContent {
    let copy = UNMutableNotificationContent()
    copy.title = title
    copy.subtitle = subtitle
    copy.body = body
    copy.userInfo = userInfo
    copy.sound = sound
    copy.categoryIdentifier = categoryIdentifier
    return copy
  }
}

/// The content of a notification, which can be changed.
open class UNMutableNotificationContent: UNNotificationContent {
  public override init() {}

  open override var title: String {
    get { super.title }
    set { super.title = newValue }
  }
  open override var subtitle: String {
    get { super.subtitle }
    set { super.subtitle = newValue }
  }
  open override var body: String {
    get { super.body }
    set { super.body = newValue }
  }
  open override var userInfo: [AnyHashable: Any] {
    get { super.userInfo }
    set { super.userInfo = newValue }
  }
  open override var sound: UNNotificationSound? {
    get { super.sound }
    set { super.sound = newValue }
  }
  open override var categoryIdentifier: String {
    get { super.categoryIdentifier }
    set { super.categoryIdentifier = newValue }
  }
}

/// The sound of a notification.
public final class UNNotificationSound: NSObject, Sendable {
  private override init() {}

  /// The default sound of the session's notification service, which may play none.
  public static let `default` = UNNotificationSound()
}
