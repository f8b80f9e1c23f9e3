import Glibc
import Logging
import Scheduling

/// Writes log lines to standard error, for daemons that systemd did not start.
struct StreamHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes a message with its level to standard error, with control characters escaped. Metadata is left out.
  func log(event: LogEvent) {
    // Messages quote file names and callers' words, which must not look like other lines.
    let message = "\(event.message)".escapingControlCharacters
    let line = Array("rubatod: \(event.level): \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
