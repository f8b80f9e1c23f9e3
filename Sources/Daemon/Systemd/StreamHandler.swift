import Glibc
import Logging

/// Writes log lines to standard error, for daemons that systemd did not start.
struct StreamHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line = Array("rubatod: \(event.level): \(event.message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
