import CSystemd
import Logging
import Scheduling

/// Sends log lines to the journal with their metadata as fields of their own, so that
/// `journalctl RUBATO_REQUEST=backup` finds them.
struct JournalHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Sends a message to the journal, with control characters escaped. Metadata of the event replaces that of the
  /// logger.
  func log(event: LogEvent) {
    let standard = [
      "MESSAGE=\("\(event.message)".escapingControlCharacters)", "PRIORITY=\(event.level.priority)",
      "SYSLOG_IDENTIFIER=rubatod",
    ]
    let eventFields = metadata.merging(event.metadata ?? [:]) { $1 }
    let fields = standard + eventFields.map { "\($0.key)=\($0.value)" }.sorted()
    let encodedFields = fields.map { Array($0.utf8) }
    Self.send(encodedFields[...], [])
  }

  /// Sends `fields` to the journal, after the `pinned` ones. The journal reads the bytes of all fields by pointers, each
  /// of which is valid only within its closure. So this pins the first field and calls itself for the others.
  private static func send(_ fields: ArraySlice<[UInt8]>, _ pinned: [iovec]) {
    guard var field = fields.first else {
      sd_journal_sendv(pinned, CInt(pinned.count))
      return
    }
    field.withUnsafeMutableBytes { bytes in
      let vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
      send(fields.dropFirst(), pinned + [vector])
    }
  }
}

extension Logger.Level {
  /// The priority of syslog(3).
  var priority: Int {
    switch self {
    case .critical: 2
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug, .trace: 7
    }
  }
}
