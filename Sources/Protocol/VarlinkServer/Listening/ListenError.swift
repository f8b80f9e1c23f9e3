import Varlink

#if canImport(Glibc)
  import Glibc
#endif

/// The reason why a server cannot listen.
package enum ListenError: Error, Sendable, Equatable {
  /// Another server has the socket.
  case inUse(UnixAddress)
  /// A file that is not a socket is in the way. It is left alone.
  case notASocket(UnixAddress)
  /// The descriptor is not a listening Unix socket.
  case notListening(fd: CInt)
  /// A system call failed. - Parameter code: errno.
  case system(operation: String, code: CInt)
}

extension ListenError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .inUse(let address):
      "another server listens on \(address); stop it, or choose another socket"
    case .notASocket(let address):
      "\(address) exists and is not a socket; move it away, or choose another socket"
    case .notListening(let fd): "descriptor \(fd) is not a listening Unix socket"
    case .system(let operation, let code):
      "\(operation) failed: \(String(cString: strerror(code)))"
    }
  }
}
