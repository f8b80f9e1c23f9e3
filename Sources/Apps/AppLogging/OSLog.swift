import Foundation

/// The level of a message, with the name of Apple's type.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// The number of the level.
  public let rawValue: UInt8

  /// Creates the level with this number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Written always.
  public static let `default` = OSLogType(rawValue: 0)
  /// Written if the environment has `OS_ACTIVITY_MODE=info` or `debug`.
  public static let info = OSLogType(rawValue: 1)
  /// Written if the environment has `OS_ACTIVITY_MODE=debug`.
  public static let debug = OSLogType(rawValue: 2)
  /// An error; written always.
  public static let error = OSLogType(rawValue: 16)
  /// A defect of the app; written always.
  public static let fault = OSLogType(rawValue: 17)

  /// The name of the level in a line.
  var name: String {
    switch self {
    case .info: "info"
    case .debug: "debug"
    case .error: "error"
    case .fault: "fault"
    default: "default"
    }
  }
}

/// A log with a subsystem and a category, with the name of Apple's class.
public final class OSLog: Sendable {
  /// The log without a subsystem.
  public static let `default` = OSLog(to: .standardError)
  /// A log that writes nothing.
  public static let disabled = OSLog(to: nil)

  private let title: String
  private let output: LogOutput?

  /// Creates a log.
  public convenience init(subsystem: String, category: String) {
    self.init(subsystem: subsystem, category: category, to: .standardError)
  }

  /// Creates a log that writes to `output`; `nil` for a log that writes nothing.
  init(subsystem: String = "", category: String = "", to output: LogOutput?) {
    title = [subsystem, category].filter { !$0.isEmpty }.joined(separator: ":")
    self.output = output
  }

  /// Whether messages of this level are written.
  public func isEnabled(type: OSLogType) -> Bool { output?.writes(type) ?? false }

  /// Writes a message as one line, with its level, the subsystem and the category.
  func write(_ message: OSLogMessage, _ level: OSLogType) {
    guard let output, output.writes(level) else { return }
    let text = message.text(showsPrivate: output.showsPrivate)
    output.write("\(level.name)\(title.isEmpty ? "" : " [\(title)]"): \(text)\n")
  }
}

/// Writes a message of the level `default`, or of `type`. The values replace `%@`, `%d` and similar, in order. A text
/// is private, unless it is written as `%{public}@`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(
  _ message: StaticString, log: OSLog = .default, type: OSLogType = .default, _ values: Any...
) {
  log.write(OSLogMessage(format: "\(message)", values), type)
}

/// Writes a message of a level.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
  log.write(message, type)
}
