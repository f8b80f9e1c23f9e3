import Foundation

/// The destination of log lines.
struct LogOutput: Sendable {
  /// The least important level that is written: `debug`, `info` or `default`; `nil` if nothing is written.
  let least: OSLogType?
  /// Whether private values are shown.
  let showsPrivate: Bool
  /// Writes a line, with its end.
  let write: @Sendable (String) -> Void

  /// Standard error. Private values are shown only on a terminal, as Xcode shows them to a developer.
  static let standardError = LogOutput(
    least: level(ProcessInfo.processInfo.environment["OS_ACTIVITY_MODE"]),
    showsPrivate: isatty(FileHandle.standardError.fileDescriptor) == 1,
    write: { write($0, to: .standardError) })

  /// Writes text to a file. Text that cannot be written, as on a full disk, is dropped.
  static func write(_ text: String, to file: FileHandle) {
    // `write(_:)` would end the process if the text cannot be written.
    try? file.write(contentsOf: Data(text.utf8))
  }

  /// Returns the least important level for a value of OS_ACTIVITY_MODE; `nil` for `disable`.
  static func level(_ mode: String?) -> OSLogType? {
    switch mode {
    case "debug": .debug
    case "info": .info
    case "disable": nil
    default: .default
    }
  }

  /// Whether messages of this level are written. The levels in rising importance: debug, info, default and others.
  func writes(_ level: OSLogType) -> Bool {
    guard let leastLevel = least else { return false }
    switch level {
    case .debug: return leastLevel == .debug
    case .info: return leastLevel != .default
    default: return true
    }
  }
}
