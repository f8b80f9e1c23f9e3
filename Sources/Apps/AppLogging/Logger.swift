/// A log of an app, with the name of the type in Apple's module `os`. Its messages are lines on standard error, which
/// the daemon keeps with the output of the app.
public struct Logger: Sendable {
  private let log: OSLog

  /// Creates a log without a subsystem.
  public init() { log = .default }

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - subsystem: The app or a part of it, such as `com.example.feed`.
  ///   - category: The part of the subsystem.
  public init(subsystem: String, category: String) {
    log = OSLog(subsystem: subsystem, category: category)
  }

  /// Creates a log with the subsystem and the category of `log`.
  public init(_ log: OSLog) { self.log = log }

  /// Writes a message of the level `default`.
  public func log(_ message: OSLogMessage) { log.write(message, .default) }

  /// Writes a message of a level.
  public func log(level: OSLogType, _ message: OSLogMessage) { log.write(message, level) }

  /// Writes a message of the level `debug`.
  public func trace(_ message: OSLogMessage) { log.write(message, .debug) }

  /// Writes a message of the level `debug`.
  public func debug(_ message: OSLogMessage) { log.write(message, .debug) }

  /// Writes a message of the level `info`.
  public func info(_ message: OSLogMessage) { log.write(message, .info) }

  /// Writes a message of the level `default`.
  public func notice(_ message: OSLogMessage) { log.write(message, .default) }

  /// Writes a message of the level `error`.
  public func warning(_ message: OSLogMessage) { log.write(message, .error) }

  /// Writes a message of the level `error`.
  public func error(_ message: OSLogMessage) { log.write(message, .error) }

  /// Writes a message of the level `fault`.
  public func critical(_ message: OSLogMessage) { log.write(message, .fault) }

  /// Writes a message of the level `fault`.
  public func fault(_ message: OSLogMessage) { log.write(message, .fault) }
}
