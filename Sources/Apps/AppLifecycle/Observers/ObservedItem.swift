import BackgroundTasks
import Foundation

/// What an app can observe: a path, or a key that programs bump (`rubatoctl changed KEY`).
public struct ObservedItem: Hashable, Sendable {
  /// The absolute path or the key.
  public let name: String

  private init(name: String) {
    self.name = name
  }

  /// A file or a directory. Of a directory also what comes, goes and changes in it, but not in directories below it.
  ///
  /// - Parameter path: Absolute, or from the current directory. What is there need not exist yet.
  public static func path(_ path: String) -> ObservedItem {
    let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
    return ObservedItem(name: absolute)
  }

  /// A key: 1 to 128 letters, digits and `. _ @ : -`.
  public static func key(_ key: String) -> ObservedItem { ObservedItem(name: key) }

  /// The one that the daemon names so.
  init(told name: String) {
    self.name = name
  }

  /// The identifier of its request: the key, or of a path the last part, and a number that tells it from others.
  var identifier: String {
    guard name.hasPrefix("/") else { return "observer:\(name)" }
    let last = name.split(separator: "/").last ?? "root"
    let letters = last.utf8.filter { Self.isOfName($0) }.prefix(40)
    let number = String(Self.number(of: name), radix: 16)
    return "observer:\(String(decoding: letters, as: UTF8.self))-\(number)"
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// FNV-1a with 64 bits, which is the same in each process.
  private static func number(of text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

/// How often an app is woken at most, with the names of HealthKit's.
public enum UpdateFrequency: Hashable, Sendable {
  /// As soon as the device allows.
  case immediate
  /// Once an hour.
  case hourly
  /// Once a day.
  case daily
  /// Once a week.
  case weekly
  /// At least so many seconds apart, from 1 to a year. Not in HealthKit.
  case every(TimeInterval)

  /// As the daemon reads it.
  var text: String {
    switch self {
    case .immediate: "immediately"
    case .hourly: "hourly"
    case .daily: "daily"
    case .weekly: "weekly"
    case .every(let seconds):
      "every \(Int64(exactly: min(max(1, seconds), 366 * 24 * 3600).rounded(.up)) ?? 1)s"
    }
  }
}
