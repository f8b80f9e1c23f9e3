import Foundation

#if canImport(ThreadStates)
  import ThreadStates
#endif

/// Finds the threads that wait without a time limit.
enum RestingThreads {
  /// The number of checks. A thread that waits only for a lock does not wait for long.
  private static let rounds = 5
  /// The microseconds between two checks.
  private static let pause: UInt32 = 3000

  /// Returns those of the threads that rest: they wait without a time limit, or have ended.
  ///
  /// - Parameter pooled: The threads that may belong to a pool, whose threads rest for a while and then end.
  static func among(_ threads: Set<Int32>, pooled: Set<Int32>) async -> Set<Int32> {
    if threads.isEmpty { return [] }
    return await withCheckedContinuation { continuation in
      // The pools of the system may have no free thread.
      Thread.detachNewThread { continuation.resume(returning: find(threads, pooled)) }
    }
  }

  /// Returns the threads that stayed in the same wait without a time limit during all checks, and those that have
  /// ended. Blocks for up to 12 milliseconds.
  private static func find(_ threads: Set<Int32>, _ pooled: Set<Int32>) -> Set<Int32> {
    var resting = threads
    var states: [Int32: String] = [:]
    for round in 1...rounds where !resting.isEmpty {
      if round > 1 { usleep(pause) }
      resting = resting.filter { thread in
        guard
          let state = ThreadStates.wait(of: thread, isPooled: pooled.contains(thread))
        else { return false }
        let earlierState = states.updateValue(state, forKey: thread)
        return round == 1 || earlierState == state
      }
    }
    let gone = threads.filter { !ThreadStates.exists($0) }
    return resting.union(gone)
  }
}
