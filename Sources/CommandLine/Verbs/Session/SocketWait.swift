#if canImport(Glibc)
  import Glibc
#endif

/// Waits until something happens to a socket, as when a daemon comes back: by inotify(7) on its directory.
final class SocketWait {
  private let inotify: CInt
  private let deadline: ContinuousClock.Instant

  /// Notices what happens from now on. Nil where the directory is gone.
  ///
  /// - Parameter patience: How long to wait in all.
  init?(for socket: String, atMost patience: Duration) {
    guard let slash = socket.lastIndex(of: "/") else { return nil }
    let directory = socket.startIndex == slash ? "/" : String(socket[..<slash])
    deadline = ContinuousClock.now + patience
    inotify = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
    // A daemon changes the mode of its socket once it listens.
    let events = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB)
    guard inotify >= 0, inotify_add_watch(inotify, directory, events) >= 0 else { return nil }
  }

  deinit { close(inotify) }

  /// Whether something has happened before the time is over.
  func wait() -> Bool {
    var descriptor = pollfd(fd: inotify, events: CShort(POLLIN), revents: 0)
    let left = Int((deadline - ContinuousClock.now) / .milliseconds(1))
    guard left > 0, poll(&descriptor, 1, CInt(clamping: left)) != 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(inotify, &buffer, buffer.count) > 0 {}
    return true
  }
}
