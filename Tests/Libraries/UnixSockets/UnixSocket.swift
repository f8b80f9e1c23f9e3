import Glibc

/// Sockets at paths, for servers and clients that tests play. Each function returns the descriptor of a new socket.
package enum UnixSocket {
  package struct Failure: Error {}

  /// Listens at `path`, which must not exist yet.
  package static func listen(at path: String) throws -> CInt {
    let listener = try open(SOCK_STREAM, at: path, by: bind)
    guard Glibc.listen(listener, 16) == 0 else { throw Failure() }
    return listener
  }

  /// Receives messages at `path`, which must not exist yet.
  package static func receive(at path: String) throws -> CInt {
    try open(SOCK_DGRAM, at: path, by: bind)
  }

  /// Connects to the server that listens at `path`.
  package static func connect(to path: String) throws -> CInt {
    try open(SOCK_STREAM, at: path, by: Glibc.connect)
  }

  /// Opens a socket and calls `assign` with the address of `path`.
  private static func open(
    _ type: __socket_type, at path: String,
    by assign: (CInt, UnsafePointer<sockaddr>?, socklen_t) -> CInt
  ) throws -> CInt {
    let descriptor = socket(AF_UNIX, CInt(type.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { assign(descriptor, $0, size) }
    }
    guard result == 0 else {
      close(descriptor)
      throw Failure()
    }
    return descriptor
  }
}
