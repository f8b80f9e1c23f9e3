import Dispatch

/// Queues on which long answers are written down while the engine does other work.
///
/// Each is serial: once a process has put work into a concurrent queue of Dispatch, a monitor wakes it every second
/// until it ends. An answer takes the queue with the fewest answers. So a user with a long answer delays the answers of
/// another user only while each queue has one, and there is at most one of each user at a time (`ReadQueue`).
///
/// Used on the engine's queue only.
struct AnswerQueues {
  private var queues: [(queue: DispatchQueue, answers: Int)]

  init(count: Int = 4) {
    queues = (0..<count).map { (DispatchQueue(label: "io.rubato.answers.\($0)"), 0) }
  }

  subscript(index: Int) -> DispatchQueue { queues[index].queue }

  /// Counts an answer and returns the index of its queue, which `end` takes.
  mutating func begin() -> Int {
    var least = 0
    for index in queues.indices where queues[index].answers < queues[least].answers {
      least = index
    }
    queues[least].answers += 1
    return least
  }

  /// Called after an answer is written.
  mutating func end(_ index: Int) { queues[index].answers -= 1 }
}
