#if canImport(Glibc)
  import Glibc
#endif

/// An error of a call.
package enum ClientError: Error, Sendable {
  case address(AddressError)
  /// No server: no socket exists at that address, or no process accepts on it.
  case notListening(UnixAddress, reason: NotListening)
  /// The mode of the socket or of its directory does not let this user connect.
  case permissionDenied(UnixAddress)
  /// The server closed the connection; whether it acted on the call is unknown.
  case disconnected
  /// No reply arrived within the time-out. The connection is closed, since a late reply could be mistaken for
  /// another's.
  case timedOut(Duration)
  /// The server sent something that is not a reply. The connection is closed.
  case protocolViolation(ProtocolViolation)
  /// The server answered with an error.
  case remote(RemoteError)
  /// The reply does not have the expected form.
  case unexpectedReply(reason: String)
  case notEncodable(EncodingFailure)
  /// A system call failed. - Parameter code: errno.
  case system(operation: String, code: CInt)

  package enum NotListening: Sendable {
    /// The file does not exist.
    case missing
    /// The file exists, but no server listens on it.
    case refused
  }
}

extension ClientError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .address(let error): "\(error)"
    case .notListening(let address, .missing): "nothing listens on \(address): no such socket"
    case .notListening(let address, .refused): "nothing listens on \(address): connection refused"
    case .permissionDenied(let address): "no permission to connect to \(address)"
    case .disconnected: "the server closed the connection"
    case .timedOut(let timeout): "no reply within \(timeout)"
    case .protocolViolation(let violation): "the server broke the protocol: \(violation)"
    case .remote(let error): "\(error)"
    case .unexpectedReply(let reason): "the reply has an unexpected form: \(reason)"
    case .notEncodable(let failure): "\(failure)"
    case .system(let operation, let code): "\(operation) failed: \(String(cString: strerror(code)))"
    }
  }
}

/// An error that the server sent.
package struct RemoteError: Error, Sendable, Equatable {
  /// The fully qualified name.
  package let name: String
  /// The error's parameters; an empty object if there were none.
  package let parameters: JSONText
}

extension RemoteError: CustomStringConvertible {
  package var description: String {
    parameters == .emptyObject ? name : "\(name) \(parameters)"
  }
}
