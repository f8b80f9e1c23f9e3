import Control
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Waits for the daemon to return, by its socket: with inotify(7) on the directory, so no polling is needed. If the
/// user has used up the system's watches, or may not read the directory, the waits are pauses instead, which double up
/// to a minute.
///
/// A daemon that was stopped on purpose leaves a mark next to its socket, on which systemd continues to listen. While
/// the mark exists, connecting would start the daemon again.
final class SocketWatch {
  private let socket: String
  private let directory: String
  private let makeInotify: () -> CInt
  private let pause: (Duration) -> Void
  /// The descriptor of inotify(7); negative if the system provides none.
  private var inotify: CInt = -1
  private var watch: CInt = -1
  /// The next pause if nothing can be watched.
  private var delay = SocketWatch.firstDelay

  private static let firstDelay = RetryDelay(longest: .seconds(60))

  /// - Parameters:
  ///   - makeInotify: Returns a new descriptor of inotify(7); negative if the system provides none.
  ///   - pause: Waits for a duration.
  init(
    _ socket: String, makeInotify: @escaping () -> CInt = { inotify_init1(CInt(IN_CLOEXEC)) },
    pause: @escaping (Duration) -> Void = { Thread.sleep(forTimeInterval: $0 / .seconds(1)) }
  ) {
    self.socket = socket
    self.makeInotify = makeInotify
    self.pause = pause
    directory = URL(fileURLWithPath: socket).deletingLastPathComponent().path
  }

  deinit { if inotify >= 0 { close(inotify) } }

  /// Whether no socket exists at this path.
  static func isMissing(_ socket: String) -> Bool { access(socket, F_OK) != 0 }

  /// Starts to watch the socket's directory, unless it is watched, so that no change is missed between a check and
  /// the wait.
  func arm() {
    guard watch < 0 else { return }
    if inotify < 0 { inotify = makeInotify() }
    guard inotify >= 0 else { return }
    let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF)
    watch = inotify_add_watch(inotify, directory, events)
  }

  /// Waits until the socket's directory has changed and the daemon is not marked as stopped.
  ///
  /// - Parameter limit: The longest wait for a change; `nil` is without limit. A caller that has reached a daemon has a
  ///   limit. The wait for the end of the mark has none.
  func wait(atMost limit: Duration? = nil) {
    var limit = limit
    repeat {
      arm()
      if watch >= 0 {
        waitForChange(atMost: limit)
      } else if access(directory, F_OK) == 0 || !waitForDirectory() {
        // The directory exists and cannot be watched, or none of its parents can.
        if limit != nil { delay = Self.firstDelay }
        pause(limit ?? delay.next())
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

  /// Waits for a change in the nearest parent directory that exists. Returns `false` if no parent can be watched.
  private func waitForDirectory() -> Bool {
    var parent = directory
    while parent != "/" {
      parent = URL(fileURLWithPath: parent).deletingLastPathComponent().path
      let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF)
      let parentWatch = inotify_add_watch(inotify, parent, events)
      guard parentWatch >= 0 else { continue }
      // The directory may have been created in the meantime.
      if access(directory, F_OK) != 0 { waitForChange() }
      inotify_rm_watch(inotify, parentWatch)
      return true
    }
    return false
  }
}
