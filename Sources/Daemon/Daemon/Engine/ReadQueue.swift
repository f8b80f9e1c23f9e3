import DequeModule

/// Reads of the state that are part of no step, each taken a piece at a time. Users take turns, piece by
/// piece; each user's reads are taken one after the other, so that a user with a hundred connections
/// waits for their answers, and nobody else does.
///
/// Used on the engine's loop only. When they are taken is decided by `Engine.continueReads`.
final class ReadQueue {
  /// Does a little, and says how it goes on.
  typealias Read = () -> Progress

  enum Progress {
    case more, finished
    /// The rest is done elsewhere; the user's next read begins after `comeBack`.
    case away
  }

  /// What one user has asked for.
  private struct Line {
    var reads: Deque<Read> = []
    var isAway = false
  }

  /// The reads of users, and of the daemon itself (nil).
  private var lines: [UInt32?: Line] = [:]
  /// Whose next piece can be taken, each once.
  private var turns: Deque<UInt32?> = []
  /// Whether the next slice is on its way.
  var isScheduled = false

  /// Whether there is nothing to be taken now.
  var isEmpty: Bool { turns.isEmpty }

  /// - Parameter user: Who asks; nil is the daemon itself.
  func put(for user: UInt32?, _ read: @escaping Read) {
    let line = lines[user, default: Line()]
    if line.reads.isEmpty, !line.isAway { turns.append(user) }
    lines[user, default: Line()].reads.append(read)
  }

  /// What `user` asked for and was done elsewhere is over.
  func comeBack(for user: UInt32?) {
    lines[user]?.isAway = false
    goOn(user)
  }

  /// Takes pieces until nothing is left, or `mustStop`; one at least, or those who never have time
  /// would never be answered.
  func take(until mustStop: () -> Bool) {
    while let user = turns.popFirst() {
      takePiece(of: user)
      if mustStop() { return }
    }
  }

  private func takePiece(of user: UInt32?) {
    guard let read = lines[user]?.reads.first else { return }
    switch read() {
    case .more: return turns.append(user)
    case .finished: break
    case .away: lines[user]?.isAway = true
    }
    lines[user]?.reads.removeFirst()
    if lines[user]?.isAway == false { goOn(user) }
  }

  private func goOn(_ user: UInt32?) {
    if lines[user]?.reads.isEmpty == false { turns.append(user) } else { lines[user] = nil }
  }
}
