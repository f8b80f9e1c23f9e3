/// The privacy of a value in a log message, with the name of Apple's type.
public struct OSLogPrivacy: Sendable {
  /// The text in place of a private value.
  public enum Mask: Sendable {
    /// `<private>`.
    case none
    /// A text that is the same for equal values, and only in this process.
    case hash
  }

  /// Whether the value is private; `nil` if its type decides.
  let isPrivate: Bool?
  let mask: Mask

  /// Shown.
  public static var `public`: OSLogPrivacy { OSLogPrivacy(isPrivate: false, mask: .none) }
  /// Hidden.
  public static var `private`: OSLogPrivacy { .private(mask: .none) }
  /// Hidden.
  public static var sensitive: OSLogPrivacy { .private(mask: .none) }
  /// Numbers and truth values are shown, other values hidden.
  public static var auto: OSLogPrivacy { .auto(mask: .none) }

  /// Hidden behind a mask.
  public static func `private`(mask: Mask) -> OSLogPrivacy {
    OSLogPrivacy(isPrivate: true, mask: mask)
  }

  /// Hidden behind a mask.
  public static func sensitive(mask: Mask) -> OSLogPrivacy { .private(mask: mask) }

  /// As `auto`, and values that are hidden have a mask.
  public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(isPrivate: nil, mask: mask) }
}
