import CLinux
import Descriptors
import Glibc

/// Hears what the kernel says of devices.
final class UeventSocket {
  /// What comes from the kernel itself; udev's own words are group 2.
  private static let kernelGroup: UInt32 = 1

  private let watch: LoopWatch

  /// - Parameters:
  ///   - passed: a socket that was opened for us, else one is opened here.
  ///   - onEvents: called on the loop with what came at once; nil when some were lost, so that
  ///     everything has to be read again.
  /// - Returns: nil where there is no socket to be had.
  init?(passed: CInt?, loop: EventLoop, onEvents: @escaping ([Uevent]?) -> Void) {
    let fd = passed ?? rubato_netlink_open(Int32(RUBATO_NETLINK_UEVENTS), Self.kernelGroup)
    guard fd >= 0 else { return nil }
    guard rubato_netlink_adopt(fd) == 0 else {
      close(fd)
      return nil
    }
    guard let watch = LoopWatch(on: loop, closing: fd, onEvent: { onEvents(Self.take(fd)) })
    else { return nil }
    self.watch = watch
  }

  /// Takes all that has come; nil where some were lost.
  private static func take(_ fd: CInt) -> [Uevent]? {
    var events = [Uevent]()
    var lost = false
    // The kernel's messages have 2 KiB of text at most (UEVENT_BUFFER_SIZE), and a head.
    var bytes = [UInt8](repeating: 0, count: 8192)
    while true {
      var port: UInt32 = 0
      var uid: UInt32 = 0
      let count = rubato_netlink_receive(fd, &bytes, bytes.count, &port, &uid)
      switch Int32(truncatingIfNeeded: -count) {
      case EAGAIN: return lost ? nil : events
      case ENOBUFS, EMSGSIZE: lost = true
      case EINTR: continue
      case 1...: return lost ? nil : events
      default:
        // Others may write to the socket, too: the kernel counts, which is port 0, and root.
        guard port == 0 || uid == 0, let event = Uevent(bytes[..<count]) else { continue }
        events.append(event)
      }
    }
  }
}
