import Foundation

/// The sleeps of this process on the clock of a daemon that simulates.
final class VirtualSleeps: @unchecked Sendable {
  typealias Continuation = CheckedContinuation<Void, any Error>

  /// The queue of calls to the daemon, in order.
  let calls = DispatchQueue(label: "io.rubato.BackgroundTasks.sleeps")
  private let lock = NSLock()
  private var waiting: [Int64: Continuation] = [:]
  private var lastNumber: Int64 = 0

  /// Returns a new number, which identifies a sleep in calls to the daemon.
  func nextNumber() -> Int64 {
    lock.withLock {
      lastNumber += 1
      return lastNumber
    }
  }

  /// Stores the continuation of a sleep, to be resumed when the daemon reports its end.
  func add(_ continuation: Continuation, as number: Int64) {
    lock.withLock { waiting[number] = continuation }
  }

  /// Whether a sleep has not ended.
  func isWaiting(_ number: Int64) -> Bool { lock.withLock { waiting[number] != nil } }

  /// Removes a continuation and returns it, to be resumed by the caller; `nil` if it was already taken.
  func remove(_ number: Int64) -> Continuation? {
    lock.withLock { waiting.removeValue(forKey: number) }
  }

  /// Ends all sleeps, since the daemon will not report their end.
  func fail(_ error: any Error) {
    let all = lock.withLock {
      defer { waiting = [:] }
      return waiting.values
    }
    for continuation in all { continuation.resume(throwing: error) }
  }
}
