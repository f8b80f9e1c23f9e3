import CQueues
import Foundation
import Scheduling

/// Finds the threads that wait without a time limit.
enum RestingThreads {
  /// The number of checks. A thread that waits only for a lock does not wait for long.
  private static let rounds = 5
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
        guard let state = state(of: thread, isPooled: pooled.contains(thread)) else { return false }
        defer { states[thread] = state }
        return round == 1 || states[thread] == state
      }
    }
    let gone = threads.filter { access("/proc/self/task/\($0)", F_OK) != 0 }
    return resting.union(gone)
  }

  /// Returns a text that changes when the thread is active; `nil` while it runs, or sleeps for a limited time.
  private static func state(of thread: Int32, isPooled: Bool) -> String? {
    let directory = "/proc/self/task/\(thread)"
    guard let call = read("\(directory)/syscall"), let status = read("\(directory)/status") else {
      return nil
    }
    // The number and six arguments, in hexadecimal; else "running", or -1 if it is in no call.
    let words = call.split(separator: " ")
    guard words.count > 7, let number = Int(words[0]), number >= 0,
      !rubato_is_sleep(number, isPooled ? 0 : UInt64(words[4].dropFirst(2), radix: 16) ?? 0)
    else { return nil }
    let switches = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
    return call + switches.joined()
  }

  private static func read(_ file: String) -> String? {
    try? String(contentsOfFile: file, encoding: .utf8)
  }
}
