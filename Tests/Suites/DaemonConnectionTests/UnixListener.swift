import Foundation

/// The sockets of servers that tests play.
enum UnixListener {
  struct Failure: Error {}

  /// Returns the descriptor of a socket that listens at `path`.
  static func listen(at path: String) throws -> CInt {
    let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
    }
    guard isBound == 0, Foundation.listen(listener, 16) == 0 else { throw Failure() }
    return listener
  }
}
