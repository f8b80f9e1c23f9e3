import Logging
import Synchronization
import Varlink
import VarlinkServer

/// Logs the server's own events.
final class ServerLog: Sendable {
  private let logger: Logger
  private let lines = Mutex(RepeatedLines())

  init(_ logger: Logger) {
    self.logger = logger
  }

  /// Logs an event of the server, unless a line of its kind was logged recently. `now` is a monotonic time in
  /// nanoseconds.
  func log(_ event: ServerEvent, at now: Int64) {
    let line = lines.withLock { $0.count(event.line, ofKind: event.kindOfLine, at: now) }
    if let line { logger.log(level: event.level, "\(line)") }
  }
}

extension ServerEvent {
  /// The level of the event in the log: an error is a mistake in rubatod, a warning one of the machine.
  fileprivate var level: Logger.Level {
    switch self {
    case .connectionRefused, .slowReader: .notice
    case .unknownPeer, .acceptFailed: .warning
    case .protocolViolation: .info
    case .unanswered, .notEncodable: .error
    }
  }

  /// The text by which messages about the event are counted; `nil` if they are counted by their own text.
  fileprivate var kindOfLine: String? {
    guard case .protocolViolation(let peer, let violation) = self else { return nil }
    return "uid \(peer.uid): \(violation.kind)"
  }

  /// The message about the event.
  fileprivate var line: String {
    switch self {
    case .connectionRefused(let peer, let limit):
      "Refused a connection of uid \(peer.uid): the limit of \(limit) is reached"
    case .unknownPeer(let code):
      "Refused a connection whose credentials could not be read (errno \(code))"
    case .protocolViolation(let peer, let violation):
      "Closed a connection of uid \(peer.uid): \(violation)"
    case .slowReader(let peer):
      "Closed a connection of uid \(peer.uid) that did not read its replies"
    case .unanswered(let method): "The call \(method) was not answered; please report this"
    case .notEncodable(let method, let failure):
      "The reply to \(method) could not be written: \(failure); please report this"
    case .acceptFailed(let reason): "No connection could be accepted: \(reason)"
    }
  }
}
