#if canImport(Glibc)
  import Glibc
#endif

/// A wait for a change of a socket, such as a daemon's restart, by inotify(7) on its directory.
final class SocketWait {
  private let inotify: CInt
  private let deadline: ContinuousClock.Instant

  /// Watches the directory of `socket` for changes from now on; `nil` if the directory no longer exists.
  ///
  /// - Parameter limit: The longest time for all waits together.
  init?(for socket: String, atMost limit: Duration) {
    guard let slash = socket.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    let directory = socket.startIndex == slash ? "/" : String(socket[..<slash])
    deadline = ContinuousClock.now + limit
    inotify = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
    // A daemon changes the mode of its socket when it listens, and removes the mark of a stopped one.
    let events =
      UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE)
    guard inotify >= 0, inotify_add_watch(inotify, directory, events) >= 0 else { return nil }
  }

  deinit { close(inotify) }

  /// The descriptor for poll(2), which can be read after a change.
  var descriptor: CInt { inotify }

  /// Returns a wait without an end on the directory of `socket`, or on the closest one above it that exists. Used by
  /// `top`, which waits for a daemon until the user quits; the directory may be created by the daemon.
  static func onNearestDirectory(of socket: String) -> SocketWait? {
    let withoutEnd = Duration.seconds(Int32.max)
    var path = socket[...]
    while let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
      if let wait = SocketWait(for: String(path), atMost: withoutEnd) { return wait }
      path = path[..<slash]
    }
    return nil
  }

  /// Waits for a change in the directory, and returns whether one came within the remaining time.
  func waitForChange() -> Bool {
    var descriptor = pollfd(fd: inotify, events: CShort(POLLIN), revents: 0)
    let millisecondsLeft = Int((deadline - ContinuousClock.now) / .milliseconds(1))
    // A wait that a signal interrupts also counts as a change: the caller then only tries to connect once more.
    guard millisecondsLeft > 0, poll(&descriptor, 1, CInt(clamping: millisecondsLeft)) != 0
    else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    // The events are read only so that the next wait does not return for them.
    while read(inotify, &buffer, buffer.count) > 0 {}
    return true
  }
}
