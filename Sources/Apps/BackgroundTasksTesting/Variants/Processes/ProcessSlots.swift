import Foundation

/// Limits the number of processes that run the variants of all tests of this process at the same time.
final class ProcessSlots: Sendable {
  static let shared = ProcessSlots()

  /// The number of processes: one for each processor.
  static let count = ProcessInfo.processInfo.activeProcessorCount

  private let free = DispatchSemaphore(value: count)

  /// Waits for a free slot. Blocks the thread.
  func acquire() { free.wait() }

  func release() { free.signal() }
}
