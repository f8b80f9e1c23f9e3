/// The ways to show a notification while the app is in the foreground. They have no effect: the session shows each
/// notification, and does not call `userNotificationCenter(_:willPresent:withCompletionHandler:)`.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// A number on the app's icon.
  public static let badge = Self(rawValue: 1)
  /// A sound.
  public static let sound = Self(rawValue: 2)
  /// A text, as before iOS 14.
  public static let alert = Self(rawValue: 4)
  /// An entry of the list of notifications.
  public static let list = Self(rawValue: 8)
  /// A text on the screen.
  public static let banner = Self(rawValue: 16)
}
