import Descriptors
import Glibc

/// Reports that a file has appeared, or one of the directories above it (inotify(7)).
final class AppearanceWatch {
  private var watch: LoopWatch?
  /// The first part of the path that is not known to exist.
  private let name: String
  private let onAppearance: () -> Void

  /// Starts the watch; `nil` if nothing can be watched.
  init?(of path: String, loop: EventLoop, onAppearance: @escaping () -> Void) {
    let fd = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard fd >= 0 else { return nil }
    guard let name = Self.place(fd, above: path) else {
      close(fd)
      return nil
    }
    self.name = name
    self.onAppearance = onAppearance
    watch = LoopWatch(on: loop, closing: fd) { [weak self] in self?.read(fd) }
    if watch == nil { return nil }
  }

  /// Watches the nearest existing directory above `path` with the inotify descriptor `fd`. Returns the name to wait for
  /// in that directory; `nil` if no directory can be watched.
  private static func place(_ fd: Int32, above path: String) -> String? {
    var rest = Substring(path)
    let events =
      UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF)
      | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)
    while let slash = rest.lastIndex(of: "/") {
      let directory = slash == rest.startIndex ? "/" : String(rest[..<slash])
      if inotify_add_watch(fd, directory, events) >= 0 {
        return String(rest[rest.index(after: slash)...])
      }
      rest = rest[..<slash]
    }
    return nil
  }

  /// Reads all pending events, and calls `onAppearance` once if any of them concerns the awaited file.
  private func read(_ fd: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var isThere = false
    var count = Glibc.read(fd, &buffer, buffer.count)
    while count > 0 {
      isThere = isThere || concerns(buffer[..<count])
      count = Glibc.read(fd, &buffer, buffer.count)
    }
    if isThere { onAppearance() }
  }

  /// Whether one of the events names the awaited file, or concerns the directory itself.
  private func concerns(_ events: ArraySlice<UInt8>) -> Bool {
    let head = MemoryLayout<inotify_event>.size
    var rest = events
    while rest.count >= head {
      let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
      let text = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
      if text.isEmpty || text.elementsEqual(name.utf8) { return true }
      rest = rest.dropFirst(head + Int(event.len))
    }
    return false
  }
}
