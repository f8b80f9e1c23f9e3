import Scheduling

/// A read of a large amount of state, in pieces, between steps.
protocol Walk<Reply>: SendableMetatype {
  associatedtype Reply

  /// Performs the walk as a read of `user`. The answer is assembled at the end, on another queue.
  ///
  /// - Parameter answer: Called on any queue with the closure that makes the answer.
  func read(
    for user: UInt32, _ engine: Engine,
    _ answer: @escaping @Sendable (() throws(Refusal) -> Reply) -> Void
  ) -> ReadQueue.Read
}
