import CLinux
import Descriptors
import Glibc

/// Receives the kernel's messages about devices.
final class UeventSocket {
  /// The group of the kernel's own messages; udev's are group 2.
  private static let kernelGroup: UInt32 = 1

  private let watch: LoopWatch

  /// Opens and watches the socket on which the kernel reports events of devices.
  /// - Parameters:
  ///   - passed: An already open socket; otherwise one is opened here.
  ///   - onEvents: Called on the loop with the received events; with `nil` if some were lost, so that everything
  ///     must be read again.
  /// - Returns: `nil` if no socket can be opened.
  init?(passed: CInt?, loop: EventLoop, onEvents: @escaping ([Uevent]?) -> Void) {
    let fd = passed ?? rubato_netlink_open(Int32(RUBATO_NETLINK_UEVENTS), Self.kernelGroup)
    guard fd >= 0 else { return nil }
    guard rubato_netlink_adopt(fd) == 0 else {
      close(fd)
      return nil
    }
    guard let watch = LoopWatch(on: loop, closing: fd, onEvent: { onEvents(Self.receive(fd)) })
    else { return nil }
    self.watch = watch
  }

  /// Receives all pending events; `nil` if some were lost.
  private static func receive(_ fd: CInt) -> [Uevent]? {
    var events = [Uevent]()
    var hasLostEvents = false
    // The kernel's messages have at most 2 KiB of text (UEVENT_BUFFER_SIZE), and a header.
    var bytes = [UInt8](repeating: 0, count: 8192)
    while true {
      var port: UInt32 = 0
      var uid: UInt32 = 0
      let count = rubato_netlink_receive(fd, &bytes, bytes.count, &port, &uid)
      // A negative count is an error code; any other count is the length of a message.
      let errorCode = Int32(truncatingIfNeeded: -min(0, count))
      switch errorCode {
      case 0:
        // Others can also write to the socket: only the kernel, which is port 0, and root are trusted.
        guard port == 0 || uid == 0, let event = Uevent(bytes[..<count]) else { continue }
        events.append(event)
      // The queue of the socket was full, or a message exceeded `bytes`.
      case ENOBUFS, EMSGSIZE: hasLostEvents = true
      case EINTR: continue
      // EAGAIN means that no message is pending.
      default: return hasLostEvents ? nil : events
      }
    }
  }
}
