import BackgroundTasks
import Foundation

/// An item that an app can observe: a path, or a key that programs report as changed (`rubatoctl changed KEY`).
public struct ObservedItem: Hashable, Sendable {
  /// The absolute path or the key.
  public let name: String

  private init(name: String) {
    self.name = name
  }

  /// Returns a file or a directory. A directory includes its entries, but not the contents of directories below it.
  ///
  /// - Parameter path: An absolute path, or one relative to the current directory. It need not exist yet.
  public static func path(_ path: String) -> ObservedItem {
    let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
    return ObservedItem(name: absolute)
  }

  /// Returns a key: 1 to 128 letters, digits and `. _ @ : -`.
  public static func key(_ key: String) -> ObservedItem { ObservedItem(name: key) }

  /// Creates the item with the daemon's name for it.
  init(reported name: String) {
    self.name = name
  }

  /// The identifier of the item's request: the key, or the last part of the path and a hash that makes it unique, such
  /// as `observer:notes.txt-9f3c01`. Characters that an identifier cannot contain are left out.
  var identifier: String {
    guard name.utf8.first == UInt8(ascii: "/") else { return "observer:\(name)" }
    let last = name.utf8.split(separator: UInt8(ascii: "/")).last ?? "root"[...].utf8
    // Shortened, since the length of an identifier is limited.
    let letters = last.filter { Self.isIdentifierByte($0) }.prefix(40)
    let hash = String(Self.hash(of: name), radix: 16)
    return "observer:\(String(decoding: letters, as: UTF8.self))-\(hash)"
  }

  /// Whether a byte of a path can be part of an identifier: an ASCII letter, a digit, `.` or `_`.
  private static func isIdentifierByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Returns the 64-bit FNV-1a hash, which is the same in each process.
  private static func hash(of text: String) -> UInt64 {
    let offsetBasis: UInt64 = 0xcbf2_9ce4_8422_2325
    let prime: UInt64 = 0x100_0000_01b3
    return text.utf8.reduce(offsetBasis) { hash, byte in (hash ^ UInt64(byte)) &* prime }
  }
}

/// The highest frequency of wakes, with the names of HealthKit's.
public enum UpdateFrequency: Hashable, Sendable {
  /// As soon as the device allows.
  case immediate
  /// Once an hour.
  case hourly
  /// Once a day.
  case daily
  /// Once a week.
  case weekly
  /// At least this many seconds apart, from 1 to a year. Not in HealthKit.
  case every(TimeInterval)

  /// The frequency in the daemon's format.
  var text: String {
    switch self {
    case .immediate: "immediately"
    case .hourly: "hourly"
    case .daily: "daily"
    case .weekly: "weekly"
    case .every(let seconds): "every \(Self.wholeSeconds(seconds))s"
    }
  }

  /// Returns the seconds within the daemon's limits, 1 second to 366 days, rounded up; 1 if the value is not a number.
  private static func wholeSeconds(_ seconds: TimeInterval) -> Int64 {
    let longest: TimeInterval = 366 * 24 * 3600
    return Int64(exactly: min(max(1, seconds), longest).rounded(.up)) ?? 1
  }
}
