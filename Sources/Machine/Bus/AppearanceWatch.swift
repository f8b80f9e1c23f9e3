import Descriptors
import Glibc

/// Reports that a file has appeared, or one of the directories above it (inotify(7)).
final class AppearanceWatch {
  private var watch: LoopWatch?
  /// The first part of the path that is not known to exist.
  private let awaitedName: String
  private let onAppearance: () -> Void

  /// Starts the watch for the file at `path`; `nil` if nothing can be watched.
  init?(of path: String, loop: EventLoop, onAppearance: @escaping () -> Void) {
    let fd = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard fd >= 0 else { return nil }
    guard let name = Self.watchNearestDirectory(above: path, fd) else {
      close(fd)
      return nil
    }
    awaitedName = name
    self.onAppearance = onAppearance
    // Also closes the descriptor if it cannot watch it.
    watch = LoopWatch(on: loop, closing: fd) { [weak self] in self?.readEvents(fd) }
    if watch == nil { return nil }
  }

  /// Watches the nearest existing directory above `path` with the inotify descriptor `fd`. Returns the name to wait for
  /// in that directory; `nil` if no directory can be watched.
  private static func watchNearestDirectory(above path: String, _ fd: Int32) -> String? {
    // The path of the name to wait for: first the whole path, then one name less in each turn.
    var awaitedPath = Substring(path)
    let events =
      UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF)
      | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)
    while let slash = awaitedPath.utf8.lastIndex(of: UInt8(ascii: "/")) {
      let isInRoot = slash == awaitedPath.startIndex
      let directory = isInRoot ? "/" : String(awaitedPath[..<slash])
      if inotify_add_watch(fd, directory, events) >= 0 {
        return String(awaitedPath[awaitedPath.utf8.index(after: slash)...])
      }
      // The directory does not exist: it is the next name to wait for.
      awaitedPath = awaitedPath[..<slash]
    }
    return nil
  }

  /// Reads all pending events, and calls `onAppearance` once if any of them concerns the awaited file.
  private func readEvents(_ fd: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var mayHaveAppeared = false
    var count = Glibc.read(fd, &buffer, buffer.count)
    while count > 0 {
      mayHaveAppeared = mayHaveAppeared || concernsAwaitedFile(buffer[..<count])
      count = Glibc.read(fd, &buffer, buffer.count)
    }
    if mayHaveAppeared { onAppearance() }
  }

  /// Whether one of the events names the awaited file, or concerns the directory itself.
  private func concernsAwaitedFile(_ events: ArraySlice<UInt8>) -> Bool {
    let headBytes = MemoryLayout<inotify_event>.size
    var rest = events
    while rest.count >= headBytes {
      let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
      let eventName = rest.dropFirst(headBytes).prefix(Int(event.len)).prefix { $0 != 0 }
      // An event of the directory itself has no name.
      if eventName.isEmpty || eventName.elementsEqual(awaitedName.utf8) { return true }
      rest = rest.dropFirst(headBytes + Int(event.len))
    }
    return false
  }
}
