import Descriptors
import Glibc
import Scheduling

/// Reports new output of runs in the journal. While it follows, every journal entry wakes it, a few times a second
/// at most, as with journalctl(1) --follow.
final class JournalFollower {
  private let isOfUser: Bool
  private let loop: EventLoop
  /// The unit starts of each followed run.
  private var followedStarts = [RunID: [UnitStart]]()
  private var onNewOutput: (RunID) -> Void = { _ in }
  /// The journal, read up to the newest entry; `nil` while no followed run has started.
  private var watchedJournal: WatchedJournal?

  /// Entries are stamped a moment before they can be read. A repeated report costs only one extra read.
  private static let overlapSeconds: Int64 = 10

  private struct WatchedJournal: ~Copyable {
    let journal: OpenJournal
    let watch: LoopWatch
  }

  init(isOfUser: Bool, loop: EventLoop) {
    self.isOfUser = isOfUser
    self.loop = loop
  }

  /// From now on, calls `onNewOutput` for these runs, and no longer for runs of earlier calls.
  ///
  /// - Parameter starts: The unit starts of each run; empty for a run that has not started.
  func follow(_ starts: [RunID: [UnitStart]], onNewOutput: @escaping (RunID) -> Void) {
    self.onNewOutput = onNewOutput
    guard starts != followedStarts else { return }
    followedStarts = starts
    watchedJournal = openAndWatch()
  }

  /// Stores the unit starts of a followed run after a new start, and reports the run. Has no effect if the run is not
  /// followed, or the starts are known.
  func updateStarts(_ starts: [UnitStart], of run: RunID) {
    guard followedStarts[run] != nil, followedStarts[run] != starts else { return }
    followedStarts[run] = starts
    // The entries of the new start match only in a journal that is opened again.
    watchedJournal = openAndWatch()
    onNewOutput(run)
  }

  /// Opens the journal shortly before the present time, and watches it for output of the followed runs; `nil` if none
  /// has started, or the journal cannot be watched.
  private func openAndWatch() -> WatchedJournal? {
    let starts = followedStarts.values.flatMap(\.self)
    guard !starts.isEmpty, let journal = OpenJournal(isOfUser: isOfUser) else { return nil }
    journal.matchOutput(of: starts)
    journal.seek(toSeconds: Int64(time(nil)) - Self.overlapSeconds)
    guard let fd = journal.newsDescriptor(),
      let watch = LoopWatch(on: loop, closing: fd, onEvent: { [weak self] in self?.readEntries() })
    else { return nil }
    // Entries that an earlier watch reported and that were not handled yet cause no event of this one.
    nonisolated(unsafe) weak let follower = self
    loop.execute { follower?.readEntries() }
    return WatchedJournal(journal: journal, watch: watch)
  }

  /// Reads the new entries, and reports each run with output among them once.
  private func readEntries() {
    var changed = Set<RunID>()
    watchedJournal?.journal.visitNewEntries { journal in
      for (run, starts) in followedStarts where !changed.contains(run) {
        if journal.isEntryOutput(of: starts) { changed.insert(run) }
      }
    }
    for run in changed.sorted() { onNewOutput(run) }
  }
}
