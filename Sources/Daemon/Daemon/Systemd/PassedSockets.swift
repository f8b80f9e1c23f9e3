import CLinux
import CSystemd
import Glibc

/// The sockets that systemd opened for the daemon (sd_listen_fds(3)). Their order is undefined, so each is
/// recognized by its type.
struct PassedSockets {
  /// The socket for callers, from rubatod.socket; `nil` if it was not passed.
  private(set) var listener: CInt?
  /// The socket for the kernel's device events, from rubatod-kernel.socket; `nil` if it was not passed.
  private(set) var uevents: CInt?
  /// The socket for the kernel's routing, from rubatod-kernel.socket; `nil` if it was not passed.
  private(set) var routes: CInt?

  init() {}

  /// Returns the sockets that systemd passed. A second call finds none. Throws if a socket is neither of the kernel nor
  /// the only one for callers.
  static func receive() throws(DaemonError) -> PassedSockets {
    // 1 removes the environment variables that name the sockets.
    let count = sd_listen_fds(1)
    guard count >= 0 else { throw .system("sd_listen_fds", -count) }
    var sockets = PassedSockets()
    for fd in SD_LISTEN_FDS_START..<SD_LISTEN_FDS_START + count {
      switch rubato_netlink_protocol(fd) {
      case Int32(RUBATO_NETLINK_UEVENTS): sockets.uevents = fd
      case Int32(RUBATO_NETLINK_ROUTE): sockets.routes = fd
      default: try sockets.addListener(fd)
      }
    }
    return sockets
  }

  /// Uses `fd` as the socket for callers. Throws if there is already one, or if it is not a listening Unix stream
  /// socket.
  private mutating func addListener(_ fd: CInt) throws(DaemonError) {
    guard listener == nil else {
      throw DaemonError("systemd passed two sockets for callers; leave only one in rubatod.socket")
    }
    guard sd_is_socket(fd, AF_UNIX, Int32(SOCK_STREAM.rawValue), 1) > 0 else {
      throw DaemonError(
        "systemd passed a socket that is neither a Unix socket for callers (ListenStream= in"
          + " rubatod.socket) nor one of rubatod-kernel.socket; leave out other Listen lines")
    }
    listener = fd
  }
}
