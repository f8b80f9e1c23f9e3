import DequeModule
import Descriptors

/// Threads that encode long answers while the engine does other work. Each answer has its own thread, only a few
/// run at the same time, and each user has at most one (`ReadQueue`).
///
/// Used on the engine's loop only.
final class AnswerThreads {
  private static let mostRunning = 4
  /// The number of threads that are running.
  private var runningCount = 0
  private var queuedAnswers: Deque<@Sendable () -> Void> = []

  /// Calls `write` on a thread of its own, or queues it while the maximum number of threads is running.
  ///
  /// - Parameter write: Called on another thread if one can be started; calls `end` on the engine's loop.
  func begin(_ write: @escaping @Sendable () -> Void) {
    guard runningCount < Self.mostRunning else { return queuedAnswers.append(write) }
    runningCount += 1
    // If no thread can be started, the loop encodes the answer, and all other work waits for it.
    if Thread.begin("answer", write) == nil { write() }
  }

  /// Counts one thread as ended, and begins the next queued answer.
  func end() {
    runningCount -= 1
    if let next = queuedAnswers.popFirst() { begin(next) }
  }
}
