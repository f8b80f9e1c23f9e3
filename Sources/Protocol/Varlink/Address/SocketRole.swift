import CLinux

#if canImport(Glibc)
  import Glibc
#endif

/// The role of a socket, written to its extended attribute `user.varlink` so that tools can find Varlink sockets
/// (UAPI.20).
///
/// Socket inodes take the attribute since Linux 7.0. Older kernels refuse it, which is not treated as an error.
package enum SocketRole: String, Sendable {
  case client
  case server
  case listen
  case entrypoint

  private static let attribute = "user.varlink"

  /// Marks an open socket.
  package func mark(fd: CInt) {
    _ = fsetxattr(fd, Self.attribute, rawValue, rawValue.utf8.count, 0)
  }

  /// Marks a socket in the file system.
  package func mark(path: String) {
    _ = lsetxattr(path, Self.attribute, rawValue, rawValue.utf8.count, 0)
  }
}
