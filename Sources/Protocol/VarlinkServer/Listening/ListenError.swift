import Varlink

#if canImport(Glibc)
  import Glibc
#endif

/// Why a server cannot listen.
package enum ListenError: Error, Sendable, Equatable {
  /// Another server has the socket.
  case inUse(UnixAddress)
  /// Something that is no socket is in the way. It is left alone.
  case notASocket(UnixAddress)
  /// The descriptor is no Unix socket that listens.
  case notListening(fd: CInt)
  /// A system call failed. - Parameter code: errno.
  case system(operation: String, code: CInt)
}

extension ListenError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .inUse(let address):
      "another server listens on \(address): stop it, or choose another socket"
    case .notASocket(let address):
      "\(address) exists and is no socket: move it away, or choose another socket"
    case .notListening(let fd): "descriptor \(fd) is no listening Unix socket"
    case .system(let operation, let code):
      "\(operation) failed: \(String(cString: strerror(code)))"
    }
  }
}
