/// Reads of the state that are part of no step, each taken a piece at a time and all of them in turn.
///
/// Used on the engine's queue only. When they are taken is decided by `Engine.continueReads`.
final class ReadQueue {
  /// Does a little, and says whether there is more to do.
  typealias Read = () -> Bool

  private var reads: [Read] = []
  private var next = 0
  /// Whether the next slice is on its way.
  var isScheduled = false

  var isEmpty: Bool { reads.isEmpty }

  func put(_ read: @escaping Read) {
    reads.append(read)
  }

  /// Takes pieces until nothing is left, or `mustStop`; one at least, or those who never have time
  /// would never be answered.
  func take(until mustStop: () -> Bool) {
    while !reads.isEmpty {
      takePiece()
      if mustStop() { return }
    }
  }

  private func takePiece() {
    if next >= reads.count { next = 0 }
    if reads[next]() {
      next += 1
    } else {
      reads.remove(at: next)
    }
  }
}
