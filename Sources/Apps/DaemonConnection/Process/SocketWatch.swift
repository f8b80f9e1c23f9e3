import Control
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Waits for the daemon to return, by its socket: with inotify(7) on the directory, so no polling is needed.
///
/// A daemon that was stopped on purpose leaves a mark next to its socket, on which systemd continues to listen. While
/// the mark exists, connecting would start the daemon again.
final class SocketWatch {
  private let socket: String
  private let directory: String
  private let inotify: CInt
  private var watch: CInt = -1

  init(_ socket: String) {
    self.socket = socket
    directory = URL(fileURLWithPath: socket).deletingLastPathComponent().path
    inotify = inotify_init1(CInt(IN_CLOEXEC))
  }

  deinit { close(inotify) }

  /// Whether no socket exists at this path.
  static func isMissing(_ socket: String) -> Bool { access(socket, F_OK) != 0 }

  /// Starts to watch the socket's directory, unless it is watched, so that no change is missed between a check and
  /// the wait.
  func arm() {
    guard watch < 0 else { return }
    let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF)
    watch = inotify_add_watch(inotify, directory, events)
  }

  /// Waits until the socket's directory has changed and the daemon is not marked as stopped.
  ///
  /// - Parameter limit: The longest wait for a change; `nil` is without limit. The wait for the end of the mark has
  ///   no limit.
  func wait(atMost limit: Duration? = nil) {
    var limit = limit
    repeat {
      arm()
      let directoryIsMissing = watch < 0
      if directoryIsMissing {
        waitForDirectory()
      } else {
        waitForChange(atMost: limit)
      }
      limit = nil
    } while access(StoppedMark.path(beside: socket), F_OK) == 0
  }

  /// Waits for an event of the watched directories, and reads it.
  ///
  /// - Parameter limit: The longest wait; `nil` is without limit.
  private func waitForChange(atMost limit: Duration? = nil) {
    if let limit, !hasEvent(within: limit) { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(inotify, &buffer, buffer.count)
      if count > 0 { return resetEndedWatch(buffer, count) }
      if errno != EINTR { return }
    }
  }

  /// Waits for an event of the watched directories, and returns whether one came within the limit. The app can handle
  /// signals on this thread; they do not end the wait.
  private func hasEvent(within limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    while true {
      var descriptor = pollfd(fd: inotify, events: Int16(POLLIN), revents: 0)
      let left = max(.zero, ContinuousClock.now.duration(to: end)) / .milliseconds(1)
      let count = poll(&descriptor, 1, CInt(left.rounded(.up)))
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// Resets `watch` if one of the inotify events in the first `count` bytes of `buffer` reports the end of the watch.
  private func resetEndedWatch(_ buffer: [UInt8], _ count: Int) {
    let header = MemoryLayout<inotify_event>.size
    var place = 0
    while place + header <= count {
      let event = buffer.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
      }
      if event.mask & UInt32(IN_IGNORED) != 0 { watch = -1 }
      place += header + Int(event.len)
    }
  }

  /// Waits for a change in the nearest parent directory that exists.
  private func waitForDirectory() {
    var parent = directory
    while parent != "/" {
      parent = URL(fileURLWithPath: parent).deletingLastPathComponent().path
      let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF)
      let parentWatch = inotify_add_watch(inotify, parent, events)
      guard parentWatch >= 0 else { continue }
      // The directory may have been created in the meantime.
      if access(directory, F_OK) != 0 { waitForChange() }
      inotify_rm_watch(inotify, parentWatch)
      return
    }
  }
}
