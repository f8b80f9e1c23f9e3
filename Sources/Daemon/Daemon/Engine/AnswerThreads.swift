import DequeModule
import Descriptors

/// Threads on which long answers are written down while the engine does other work: one for each answer, which ends with it, and a
/// few at a time. There is one answer of each user at most (`ReadQueue`).
///
/// Used on the engine's loop only.
final class AnswerThreads {
  private static let most = 4
  private var running = 0
  private var waiting: Deque<@Sendable () -> Void> = []

  /// - Parameter write: Called on another thread if there can be one, and calls `end` on the engine's loop.
  func begin(_ write: @escaping @Sendable () -> Void) {
    guard running < Self.most else { return waiting.append(write) }
    running += 1
    // Without a thread everything else waits for this answer.
    if Thread.begin("answer", write) == nil { write() }
  }

  func end() {
    running -= 1
    if let next = waiting.popFirst() { begin(next) }
  }
}
