import Descriptors
import Glibc
import Scheduling

/// Reports new output of runs, by inotify(7) on the directories in which supervisors keep their output.
final class OutputFollower {
  private let directory: String
  private let loop: EventLoop
  private var followed = Set<RunID>()
  private var news: (RunID) -> Void = { _ in }
  private var inotify: (fd: CInt, watch: LoopWatch)?
  /// The watched runs, by the kernel's numbers of the watches.
  private var runs = [CInt: RunID]()

  init(directory: String, loop: EventLoop) {
    self.directory = directory
    self.loop = loop
  }

  /// From now on, calls `news` for these runs, and no longer for runs of earlier calls. If the kernel has no more
  /// watches, nothing is reported.
  func follow(_ wanted: Set<RunID>, news: @escaping (RunID) -> Void) {
    self.news = news
    let added = wanted.subtracting(followed)
    followed = wanted
    guard !wanted.isEmpty else { return stop() }
    guard let fd = inotify?.fd ?? begin() else { return }
    for (number, run) in runs where !wanted.contains(run) {
      inotify_rm_watch(fd, number)
      runs[number] = nil
    }
    for run in added { add(run, fd) }
  }

  /// Starts to watch the directory in which the directories of runs appear. Returns the descriptor of inotify; `nil` if
  /// that fails.
  private func begin() -> CInt? {
    let fd = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
    guard fd >= 0, inotify_add_watch(fd, directory, UInt32(IN_CREATE)) >= 0 else {
      if fd >= 0 { close(fd) }
      return nil
    }
    let watch = LoopWatch(on: loop, closing: fd) { [weak self] in self?.readOutput(fd) }
    inotify = watch.map { (fd, $0) }
    return inotify?.fd
  }

  /// Ends all watches.
  private func stop() {
    inotify?.watch.cancel()
    (inotify, runs) = (nil, [:])
  }

  /// Watches a run. A run without output has no directory yet; its creation is reported.
  private func add(_ run: RunID, _ fd: CInt) {
    let events = UInt32(IN_CREATE) | UInt32(IN_MODIFY)
    let number = inotify_add_watch(fd, "\(directory)/\(run)", events)
    if number >= 0 { runs[number] = run }
  }

  /// Reads all pending events, and reports each followed run among them once.
  private func readOutput(_ fd: CInt) {
    var changed = Set<RunID>()
    var bytes = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(fd, &bytes, bytes.count)
      guard count > 0 else { break }
      for event in InotifyEvent.all(in: bytes[..<count]) {
        if let run = run(of: event, fd) { changed.insert(run) }
      }
    }
    for run in changed.sorted() where followed.contains(run) { news(run) }
  }

  /// Returns the followed run of an event; `nil` if there is none. Watches the run if its directory has just appeared.
  private func run(of event: InotifyEvent, _ fd: CInt) -> RunID? {
    // The kernel has ended this watch.
    if event.mask & UInt32(IN_IGNORED) != 0 { return runs.removeValue(forKey: event.watch) }
    if let run = runs[event.watch] { return run }
    guard let run = RunID(event.name), followed.contains(run) else { return nil }
    add(run, fd)
    return run
  }
}

/// An event of inotify(7).
private struct InotifyEvent {
  var watch: CInt
  var mask: UInt32
  /// The name in the directory; empty if the event concerns the watched directory itself.
  var name: String

  /// Parses the events that one call of read(2) has returned.
  static func all(in bytes: ArraySlice<UInt8>) -> [InotifyEvent] {
    bytes.withUnsafeBytes { bytes in
      var (events, offset) = ([InotifyEvent](), 0)
      // `struct inotify_event`: the watch, the events, a number, the length of the name, and the name.
      while offset + 16 <= bytes.count {
        let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
        let name = bytes[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
        events.append(
          InotifyEvent(
            watch: bytes.loadUnaligned(fromByteOffset: offset, as: CInt.self),
            mask: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
            name: String(decoding: name, as: UTF8.self)))
        offset += 16 + length
      }
      return events
    }
  }
}
