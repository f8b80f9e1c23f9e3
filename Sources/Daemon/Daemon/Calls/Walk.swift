import Scheduling

/// A look at much, a piece at a time, between steps.
protocol Walk<Reply>: SendableMetatype {
  associatedtype Reply

  /// The walk as a read of `user`'s. What answers is put together at the end, on another queue.
  ///
  /// - Parameter answer: Called on any queue with what makes the answer.
  func read(
    for user: UInt32, _ engine: Engine,
    _ answer: @escaping @Sendable (() throws(Refusal) -> Reply) -> Void
  ) -> ReadQueue.Read
}
