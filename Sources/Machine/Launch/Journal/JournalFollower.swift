import Descriptors
import Glibc
import Scheduling

/// Reports new output of runs in the journal. While it follows, every journal entry wakes it, a few times a second
/// at most, as with journalctl(1) --follow.
final class JournalFollower {
  private let isOfUser: Bool
  private let loop: EventLoop
  private var followed = [RunID: [UnitStart]]()
  private var news: (RunID) -> Void = { _ in }
  private var following: Following?

  /// Entries are stamped a moment before they can be read. A repeated report costs only one extra read.
  private static let overlapSeconds: Int64 = 10

  private struct Following: ~Copyable {
    let journal: OpenJournal
    let watch: LoopWatch
  }

  init(isOfUser: Bool, loop: EventLoop) {
    self.isOfUser = isOfUser
    self.loop = loop
  }

  /// From now on, calls `news` for these runs, and no longer for runs of earlier calls.
  ///
  /// - Parameter wanted: The unit starts of each run; empty for a run that has not started.
  func follow(_ wanted: [RunID: [UnitStart]], news: @escaping (RunID) -> Void) {
    self.news = news
    guard wanted != followed else { return }
    followed = wanted
    following = begin()
  }

  /// Stores the unit starts of a followed run after a new start, and calls `news` for the run. Has no effect if the run
  /// is not followed, or the starts are known.
  func note(_ starts: [UnitStart], of run: RunID) {
    guard followed[run] != nil, followed[run] != starts else { return }
    followed[run] = starts
    following = begin()
    news(run)
  }

  /// Opens the journal shortly before the present time, and watches it for output of the followed runs; `nil` if none
  /// has started, or the journal cannot be watched.
  private func begin() -> Following? {
    let starts = followed.values.flatMap(\.self)
    guard !starts.isEmpty, let journal = OpenJournal(isOfUser: isOfUser) else { return nil }
    journal.matchOutput(of: starts)
    journal.seek(toSeconds: Int64(time(nil)) - Self.overlapSeconds)
    guard let fd = journal.newsDescriptor(),
      let watch = LoopWatch(on: loop, closing: fd, onEvent: { [weak self] in self?.readEntries() })
    else { return nil }
    // Entries that were reported before but not handled yet.
    nonisolated(unsafe) weak let follower = self
    loop.execute { follower?.readEntries() }
    return Following(journal: journal, watch: watch)
  }

  /// Reads the new entries, and reports each run with output among them once.
  private func readEntries() {
    var changed = Set<RunID>()
    following?.journal.forEachNew { entry in
      for (run, starts) in followed where !changed.contains(run) {
        if entry.isOutput(of: starts) { changed.insert(run) }
      }
    }
    for run in changed.sorted() { news(run) }
  }
}
