import CLinux
import Descriptors
import Glibc

/// Waits for changes in the files and directories that paths depend on.
final class PathEventsWatch {
  private let fd: CInt
  private let watch: LoopWatch
  /// The kernel's numbers of the watches, up to the last call of `removeOtherWatches`.
  private var currentWatches: Set<CInt> = []
  /// The numbers of the watches that were added since that call.
  private var nextWatches: Set<CInt> = []

  /// Prepares a watch without paths; `nil` if there are too few descriptors.
  /// - Parameter onChange: Called on the loop after events of the added paths.
  init?(loop: EventLoop, onChange: @escaping () -> Void) {
    let fd = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard fd >= 0 else { return nil }
    let watch = LoopWatch(on: loop, closing: fd) {
      if Self.readEvents(fd) { onChange() }
    }
    guard let watch else { return nil }
    self.fd = fd
    self.watch = watch
  }

  /// Waits for events of an open file from now on. If that is not permitted, polling detects the changes.
  ///
  /// - Parameters:
  ///   - place: The descriptor of the file.
  ///   - events: The flags of the events (inotify(7)).
  func add(_ place: CInt, _ events: UInt32) {
    // The link in /proc, since inotify does not accept a descriptor of O_PATH.
    let mask = events | UInt32(IN_MASK_ADD)
    let watched = inotify_add_watch(fd, "/proc/self/fd/\(place)", mask)
    if watched >= 0 { nextWatches.insert(watched) }
  }

  /// Removes the watches that were not added since the last call of this function.
  func removeOtherWatches() {
    for watched in currentWatches.subtracting(nextWatches) { inotify_rm_watch(fd, watched) }
    currentWatches = nextWatches
    nextWatches = []
  }

  /// Reads all pending events. Returns whether there was any, apart from the end of a watch.
  private static func readEvents(_ fd: CInt) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    var hasChanged = false
    while true {
      let count = read(fd, &bytes, bytes.count)
      guard count > 0 else { return hasChanged }
      bytes[..<count].withUnsafeBytes { part in
        var offset = 0
        // `struct inotify_event`: the watch, the events, a number and the length of the name, of 4 bytes each.
        let headBytes = 16
        while offset + headBytes <= part.count {
          let events = part.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
          let isEndOfWatch = events & UInt32(IN_IGNORED) != 0
          if !isEndOfWatch { hasChanged = true }
          let nameBytes = Int(part.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
          offset += headBytes + nameBytes
        }
      }
    }
  }
}
