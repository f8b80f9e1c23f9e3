/// Code that an app has handed over to a queue, which has not run to its end.
struct UnderWay {
  let errand: Errand
  /// That runs it; nil as long as it waits in its queue.
  var thread: Int32?
}

/// The code that goes on of an app in queues and threads, beside its handlers and their Swift tasks.
struct QueuedCode {
  /// In queues, by number.
  private(set) var blocks: [Int: UnderWay] = [:]
  /// Threads that go on, by their number in /proc/self/task.
  private(set) var threads: [Int32: Errand] = [:]
  /// Threads that have been begun, and have no number yet.
  private var beginning: [ObjectIdentifier: Errand] = [:]

  /// Whether something goes on that is waited for.
  var goesOn: Bool { !blocks.isEmpty || !threads.isEmpty || !beginning.isEmpty }

  /// Whether the same goes on of one process.
  func goesOn(of process: Int64) -> Bool {
    blocks.values.contains { $0.errand.process == process }
      || threads.values.contains { $0.process == process }
      || beginning.values.contains { $0.process == process }
  }

  /// The threads that run the code that is waited for.
  var busyThreads: Set<Int32> { Set(blocks.values.compactMap(\.thread)).union(threads.keys) }

  // MARK: Blocks

  mutating func begin(_ number: Int, _ errand: Errand) { blocks[number] = UnderWay(errand: errand) }

  mutating func note(_ thread: Int32, runs number: Int) { blocks[number]?.thread = thread }

  mutating func end(_ number: Int) { blocks[number] = nil }

  // MARK: Threads

  mutating func begin(_ thread: ObjectIdentifier, _ errand: Errand) { beginning[thread] = errand }

  /// Returns whether it is still waited for.
  mutating func hasBegun(_ thread: ObjectIdentifier) -> Bool {
    beginning.removeValue(forKey: thread) != nil
  }

  mutating func follow(_ thread: Int32, _ errand: Errand) { threads[thread] = errand }

  mutating func end(_ thread: ObjectIdentifier, _ number: Int32) {
    beginning[thread] = nil
    threads[number] = nil
  }

  // MARK: Giving up

  /// Waits no more for code that rests. Of the blocks that wait in queues while nothing else runs nothing comes either.
  ///
  /// - Parameters:
  ///   - resting: The threads that wait for something, with no end to that.
  ///   - isStuck: Whether nothing has moved for long.
  mutating func excuse(resting: Set<Int32>, isStuck: Bool) {
    for thread in resting { threads[thread] = nil }
    blocks = blocks.filter { _, code in code.thread.map { !resting.contains($0) } ?? true }
    if isStuck, busyThreads.isEmpty, beginning.isEmpty { blocks = [:] }
  }

  /// Waits for nothing any more.
  ///
  /// - Returns: The blocks that run.
  mutating func giveUp() -> [UnderWay] {
    defer { self = QueuedCode() }
    return blocks.sorted { $0.key < $1.key }.map(\.value).filter { $0.thread != nil }
  }

  /// Waits no more for code of a process, which has ended.
  mutating func drop(_ process: Int64) {
    blocks = blocks.filter { $1.errand.process != process }
    threads = threads.filter { $1.process != process }
    beginning = beginning.filter { $1.process != process }
  }
}
