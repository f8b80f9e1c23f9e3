import DequeModule

/// Reads of the state outside of steps, each in pieces. Users take turns, one piece at a time. Reads of one user
/// run one after the other, so a user with a hundred connections delays only that user's own answers.
///
/// Used on the engine's loop only. `Engine.continueReads` decides when the reads run.
final class ReadQueue {
  /// Does one piece of a read, and returns how the read continues.
  typealias Read = () -> Progress

  enum Progress {
    case more, finished
    /// The rest is done on another thread; the user's next read begins after `requeue`.
    case away
  }

  /// The reads of one user.
  private struct Line {
    var reads: Deque<Read> = []
    var isAway = false
  }

  /// The lines of the users; the key `nil` is the daemon.
  private var lines: [UInt32?: Line] = [:]
  /// The users whose next piece can be taken, each once.
  private var turns: Deque<UInt32?> = []
  /// Whether the next slice is scheduled.
  var isScheduled = false

  /// Whether no piece can be taken now.
  var isEmpty: Bool { turns.isEmpty }

  /// The number of queued reads, with those that are in progress.
  var count: Int { lines.values.reduce(0) { $0 + $1.reads.count } }

  /// Queues a read after the queued reads of `user`.
  ///
  /// - Parameter user: The user; `nil` for the daemon.
  func put(for user: UInt32?, _ read: @escaping Read) {
    let line = lines[user, default: Line()]
    if line.reads.isEmpty, !line.isAway { turns.append(user) }
    lines[user, default: Line()].reads.append(read)
  }

  /// Gives `user` the next turn, or removes the user's line if it is empty. Called after the work of the user's last
  /// read on another thread has ended.
  func requeue(for user: UInt32?) {
    lines[user]?.isAway = false
    queueTurnOrRemoveLine(of: user)
  }

  /// Performs pieces of reads, one of each user in turn, until none is left or `mustStop` returns `true`. Performs at
  /// least one, so that reads make progress on a busy daemon.
  func run(until mustStop: () -> Bool) {
    while let user = turns.popFirst() {
      runPiece(of: user)
      if mustStop() { return }
    }
  }

  /// Performs one piece of the first read of `user`. A read with more pieces stays first, and its user gets another
  /// turn.
  private func runPiece(of user: UInt32?) {
    guard let read = lines[user]?.reads.first else { return }
    switch read() {
    case .more: return turns.append(user)
    case .finished: break
    case .away: lines[user]?.isAway = true
    }
    // The read has no more pieces for this queue.
    lines[user]?.reads.removeFirst()
    // If the read continues on another thread, `requeue` gives the user the next turn.
    if lines[user]?.isAway == false { queueTurnOrRemoveLine(of: user) }
  }

  /// Gives `user` another turn if the user has queued reads; otherwise removes the empty line.
  private func queueTurnOrRemoveLine(of user: UInt32?) {
    if lines[user]?.reads.isEmpty == false { turns.append(user) } else { lines[user] = nil }
  }
}
