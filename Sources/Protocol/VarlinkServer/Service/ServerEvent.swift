import Varlink

/// An event of a server, for the log.
package enum ServerEvent: Sendable {
  case connectionRefused(Peer, LimitReached)
  /// The peer's credentials could not be read. - Parameter code: errno.
  case unknownPeer(code: CInt)
  case protocolViolation(Peer, ProtocolViolation)
  /// The client did not read its replies; the connection was closed.
  case slowReader(Peer)
  /// A handler released a call without answering it; the connection was closed.
  case unanswered(method: String)
  /// A handler's reply cannot be written as JSON; the connection was closed.
  case notEncodable(method: String, EncodingFailure)
  /// No connection could be accepted; the server tries again in a second. - Parameter reason: for people.
  case acceptFailed(reason: String)

  package enum LimitReached: Sendable {
    case connections
    case connectionsPerUser
  }
}
