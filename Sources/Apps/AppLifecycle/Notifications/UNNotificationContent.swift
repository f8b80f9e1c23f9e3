import Foundation

/// What a notification says, with the names of UserNotifications'. Change one as `UNMutableNotificationContent`.
open class UNNotificationContent: NSObject {
  /// The first line.
  open internal(set) var title = ""
  /// Shown above the body.
  open internal(set) var subtitle = ""
  /// What it says.
  open internal(set) var body = ""
  /// What the app keeps with it: what JSON can have, at most 4096 bytes.
  open internal(set) var userInfo: [AnyHashable: Any] = [:]
  /// Kept for the app; what is heard is for the notification service of the session to say.
  open internal(set) var sound: UNNotificationSound?
  /// Kept for the app.
  open internal(set) var categoryIdentifier = ""

  override init() {}

  /// The same in an object of its own.
  func copied() -> UNMutableNotificationContent {
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

/// What a notification is to say.
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

/// What is heard with a notification.
public final class UNNotificationSound: NSObject, Sendable {
  private override init() {}

  /// What the notification service of the session plays, if it does.
  public static let `default` = UNNotificationSound()
}
