/// Code that an app has passed to a queue and that has not ended.
struct QueuedBlock {
  let context: ExecutionContext
  /// The thread that runs the code; `nil` while it waits in its queue.
  var thread: Int32?
}

/// Code of an app in queues and threads, apart from its handlers and their Swift tasks.
struct QueuedCode {
  /// Blocks in queues, by number.
  private(set) var blocks: [Int: QueuedBlock] = [:]
  /// Threads that are running, by their number in /proc/self/task.
  private(set) var threads: [Int32: ExecutionContext] = [:]
  /// Threads that have been begun, and have no number yet.
  private var beginning: [ObjectIdentifier: ExecutionContext] = [:]

  /// Whether there is code that is waited for.
  var hasCode: Bool { !blocks.isEmpty || !threads.isEmpty || !beginning.isEmpty }

  /// Whether the bench waits for code of this process in a queue or a thread.
  func hasCode(of process: Int64) -> Bool {
    blocks.values.contains { $0.context.process == process }
      || threads.values.contains { $0.process == process }
      || beginning.values.contains { $0.process == process }
  }

  /// The threads with code that is waited for.
  var busyThreads: Set<Int32> { Set(blocks.values.compactMap(\.thread)).union(threads.keys) }

  // MARK: Blocks

  /// Waits for a block that was put into a queue.
  mutating func begin(_ number: Int, _ context: ExecutionContext) {
    blocks[number] = QueuedBlock(context: context)
  }

  /// Notes the thread that runs the block with this number.
  mutating func note(_ thread: Int32, runs number: Int) { blocks[number]?.thread = thread }

  /// Stops waiting for a block that has run or was released.
  mutating func end(_ number: Int) { blocks[number] = nil }

  // MARK: Threads

  /// Waits for a thread that is being created, and whose number is not known yet.
  mutating func begin(_ thread: ObjectIdentifier, _ context: ExecutionContext) {
    beginning[thread] = context
  }

  /// Returns whether the thread is still waited for.
  mutating func hasBegun(_ thread: ObjectIdentifier) -> Bool {
    beginning.removeValue(forKey: thread) != nil
  }

  /// Waits for a running thread.
  mutating func follow(_ thread: Int32, _ context: ExecutionContext) { threads[thread] = context }

  /// Removes a thread that has ended, also if it has not begun to run code.
  mutating func end(_ thread: ObjectIdentifier, _ number: Int32) {
    beginning[thread] = nil
    threads[number] = nil
  }

  // MARK: Giving up

  /// Stops waiting for code that rests. If it is stuck and no code runs, also drops blocks in queues.
  ///
  /// - Parameters:
  ///   - resting: The threads that wait without a time limit.
  ///   - isStuck: Whether nothing has changed for long.
  mutating func excuse(resting: Set<Int32>, isStuck: Bool) {
    for thread in resting { threads[thread] = nil }
    blocks = blocks.filter { _, block in
      // Without a thread, the block is still waiting in its queue.
      guard let thread = block.thread else { return true }
      return !resting.contains(thread)
    }
    if isStuck, busyThreads.isEmpty, beginning.isEmpty { blocks = [:] }
  }

  /// Stops waiting for all code.
  ///
  /// - Returns: The running blocks.
  mutating func giveUp() -> [QueuedBlock] {
    defer { self = QueuedCode() }
    return blocks.sorted { $0.key < $1.key }.map(\.value).filter { $0.thread != nil }
  }

  /// Drops the code of a process that has ended.
  mutating func drop(_ process: Int64) {
    blocks = blocks.filter { $1.context.process != process }
    threads = threads.filter { $1.process != process }
    beginning = beginning.filter { $1.process != process }
  }
}
