import CLinux
import Foundation
import Glibc
import Testing

/// A separate network in which a test has interfaces, and a socket for its routes, as systemd passes it to a service.
/// The network is removed together with this object.
final class NetworkNamespace {
  /// The socket that a source reads and closes.
  let routes: CInt
  private let namespace: CInt

  static let isPossible =
    Command.isRoot && ["/bin/ip", "/usr/sbin/ip"].contains { Command.isThere($0) }

  /// A separate thread enters the namespace, so that the network of the test does not change.
  init() throws {
    let made = Inbox<[CInt]>()
    Thread.detachNewThread {
      guard Self.leaveNetwork() else { return made.put([]) }
      let namespace = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)
      made.put([namespace, rubato_netlink_open(Int32(RUBATO_NETLINK_ROUTE), 1361)])
    }
    let descriptors = try made.next()
    try #require(descriptors.allSatisfy { $0 >= 0 } && descriptors.count == 2)
    (namespace, routes) = (descriptors[0], descriptors[1])
  }

  /// unshare(2) with CLONE_NEWNET, which Swift can call only by its address in the C library.
  private static func leaveNetwork() -> Bool {
    typealias Unshare = @convention(c) (CInt) -> CInt
    guard let address = dlsym(nil, "unshare") else { return false }
    return unsafeBitCast(address, to: Unshare.self)(0x4000_0000) == 0
  }

  deinit { close(namespace) }

  /// Runs `ip` with these words in the namespace.
  func ip(_ words: String) throws {
    try Command.run(
      "nsenter", "--net=/proc/\(getpid())/fd/\(namespace)", "ip",
      list: words.split(separator: " ").map { String($0) })
  }
}
