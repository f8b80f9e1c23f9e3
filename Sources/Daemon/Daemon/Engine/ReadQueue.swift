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
    case onOtherThread
  }

  /// The reads of one user.
  private struct UserReads {
    var reads: Deque<Read> = []
    /// Whether the end of a read is being done on another thread. Until it is done, no other read of the user begins.
    var waitsForThread = false
  }
  /// The users with reads; the key `nil` is the daemon.
  private var users: [UInt32?: UserReads] = [:]
  /// The users whose next piece can be performed, each once.
  private var turns: Deque<UInt32?> = []
  /// Whether the next slice is scheduled.
  var isScheduled = false

  /// Whether no piece can be performed now.
  var isEmpty: Bool { turns.isEmpty }

  /// The number of queued reads, with those that are in progress.
  var count: Int { users.values.map(\.reads.count).reduce(0, +) }

  /// Queues a read after the queued reads of `user`.
  ///
  /// - Parameter user: The user; `nil` for the daemon.
  func put(for user: UInt32?, _ read: @escaping Read) {
    let earlier = users[user, default: UserReads()]
    // A user with earlier reads already has a turn, or gets one when the other thread is done.
    if earlier.reads.isEmpty, !earlier.waitsForThread { turns.append(user) }
    users[user, default: UserReads()].reads.append(read)
  }

  /// Gives `user` another turn, or removes a user without further reads. Called after the work of the user's last read
  /// on another thread has ended.
  func requeue(for user: UInt32?) {
    users[user]?.waitsForThread = false
    queueTurnOrRemove(user)
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
    guard let read = users[user]?.reads.first else { return }
    switch read() {
    case .more: return turns.append(user)
    case .finished: break
    case .onOtherThread: users[user]?.waitsForThread = true
    }
    // The read has no more pieces for this queue.
    users[user]?.reads.removeFirst()
    // If the read continues on another thread, `requeue` gives the user the next turn.
    if users[user]?.waitsForThread == false { queueTurnOrRemove(user) }
  }

  /// Gives `user` another turn if the user has queued reads; otherwise removes the user's empty entry.
  private func queueTurnOrRemove(_ user: UInt32?) {
    if users[user]?.reads.isEmpty == false { turns.append(user) } else { users[user] = nil }
  }
}
