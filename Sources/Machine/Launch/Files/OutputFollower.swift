import Descriptors
import Glibc
import Scheduling

/// Reports new output of runs, by inotify(7) on the directories in which supervisors keep their output.
final class OutputFollower {
  private let directory: String
  private let loop: EventLoop
  private var followedRuns = Set<RunID>()
  private var onNewOutput: (RunID) -> Void = { _ in }
  private var inotify: (fd: CInt, watch: LoopWatch)?
  /// The runs whose directories are watched, by the kernel's numbers of the watches.
  private var watchedRuns = [CInt: RunID]()

  init(directory: String, loop: EventLoop) {
    self.directory = directory
    self.loop = loop
  }

  /// From now on, calls `onNewOutput` for these runs, and no longer for runs of earlier calls. If the kernel has no
  /// more watches, nothing is reported.
  func follow(_ runs: Set<RunID>, onNewOutput: @escaping (RunID) -> Void) {
    self.onNewOutput = onNewOutput
    followedRuns = runs
    guard !runs.isEmpty else { return endWatches() }
    guard let fd = inotify?.fd ?? watchTopDirectory() else { return }
    for (number, run) in watchedRuns where !runs.contains(run) {
      inotify_rm_watch(fd, number)
      watchedRuns[number] = nil
    }
    // Also those of earlier calls that could not be watched then.
    for run in runs.subtracting(watchedRuns.values) { watch(run, fd) }
  }

  /// Starts to watch the directory in which the directories of runs appear. Returns the descriptor of inotify; `nil` if
  /// that fails.
  private func watchTopDirectory() -> CInt? {
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
  private func endWatches() {
    inotify?.watch.cancel()
    (inotify, watchedRuns) = (nil, [:])
  }

  /// Watches a run. A run without output has no directory yet; its creation is reported.
  private func watch(_ run: RunID, _ fd: CInt) {
    let events = UInt32(IN_CREATE) | UInt32(IN_MODIFY)
    let number = inotify_add_watch(fd, "\(directory)/\(run)", events)
    if number >= 0 { watchedRuns[number] = run }
  }

  /// Reads all pending events, and reports each followed run among them once.
  private func readOutput(_ fd: CInt) {
    var changed = Set<RunID>()
    var bytes = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(fd, &bytes, bytes.count)
      guard count > 0 else { break }
      for event in InotifyEvent.all(in: bytes[..<count]) {
        if let run = watchedRun(of: event, fd) { changed.insert(run) }
      }
    }
    // Each call can end the following of a later run.
    for run in changed.sorted() where followedRuns.contains(run) { onNewOutput(run) }
  }

  /// Returns the followed run of an event; `nil` if there is none. Watches the run if its directory has just appeared.
  private func watchedRun(of event: InotifyEvent, _ fd: CInt) -> RunID? {
    // The directory of the run was removed. The run is reported a last time.
    let hasWatchEnded = event.mask & UInt32(IN_IGNORED) != 0
    if hasWatchEnded { return watchedRuns.removeValue(forKey: event.watch) }
    if let run = watchedRuns[event.watch] { return run }
    // The top directory reports a new directory, which is named after its run.
    guard let run = RunID(event.name), followedRuns.contains(run) else { return nil }
    watch(run, fd)
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
      var events = [InotifyEvent]()
      var offset = 0
      // `struct inotify_event`: the watch, the events, a number and the length of the name, of 4 bytes each; the name.
      let headBytes = 16
      while offset + headBytes <= bytes.count {
        let nameBytes = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
        let nameStart = offset + headBytes
        // The name is filled up with NULs.
        let name = bytes[nameStart..<(nameStart + nameBytes)].prefix { $0 != 0 }
        events.append(
          InotifyEvent(
            watch: bytes.loadUnaligned(fromByteOffset: offset, as: CInt.self),
            mask: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
            name: String(decoding: name, as: UTF8.self)))
        offset = nameStart + nameBytes
      }
      return events
    }
  }
}
