import CQueues
import Foundation
import Synchronization

/// A block in a queue, from its submission until it has run or is released.
final class FollowedBlock: @unchecked Sendable {
  @TaskLocal static var current: FollowedBlock?

  private let lock = NSLock()
  private var knownOrigin: Origin?
  private var blockNumber: Int?
  /// Whether it counts as a block of unknown origin, until it has run or is released.
  private var isUnknown: Bool

  /// Creates a block, and adds it to the bench of its origin.
  ///
  /// - Parameter origin: The origin of the block; `nil` if it is unknown. The bench may find it while the block runs.
  init(_ origin: Origin?) {
    knownOrigin = origin
    blockNumber = origin.flatMap { Self.addToBench($0) }
    isUnknown = origin == nil
    if isUnknown { HandOvers.unknownBlocks.add(1, ordering: .relaxed) }
  }

  deinit { end() }

  /// Adds a block to the bench of its origin. Returns its number; `nil` if the block is not waited for.
  private static func addToBench(_ origin: Origin) -> Int? {
    guard let context = origin.context else { return nil }
    return origin.bench.change { $0.beginQueuedCode(context) }
  }

  var origin: Origin? { lock.withLock { knownOrigin } }

  /// The number of the block in the bench; `nil` if the block is not waited for.
  var number: Int? { lock.withLock { blockNumber } }

  /// Sets the origin of the running block, so that its bench waits for it. Has no effect if the origin is known.
  func mark(_ origin: Origin) {
    if self.origin != nil { return }
    let number = Self.addToBench(origin)
    let wasUnknown = lock.withLock {
      knownOrigin = origin
      blockNumber = number
      let wasUnknown = isUnknown
      isUnknown = false
      return wasUnknown
    }
    if wasUnknown { HandOvers.unknownBlocks.subtract(1, ordering: .relaxed) }
    // The block is already running, on this thread.
    note(number, of: origin)
  }

  /// Runs the block with its origin, and then ends it. Meanwhile the bench knows its thread.
  func run(_ body: () -> Void) {
    note(number, of: origin)
    Self.$current.withValue(self) {
      guard let origin else { return body() }
      origin.perform { MainQueueWatch.run(origin.context, on: origin.bench, body) }
    }
    end()
  }

  /// Reports the current thread to the bench as the one that runs the block.
  private func note(_ number: Int?, of origin: Origin?) {
    guard let number, let origin else { return }
    let thread = rubato_own_thread()
    origin.bench.change { $0.following.queued.note(thread, runs: number) }
  }

  /// Removes the block from the bench, which no longer waits for it. Further calls have no effect.
  private func end() {
    let (origin, number, wasUnknown) = lock.withLock { () -> (Origin?, Int?, Bool) in
      // So that a further call removes nothing.
      defer {
        blockNumber = nil
        isUnknown = false
      }
      return (knownOrigin, blockNumber, isUnknown)
    }
    if wasUnknown { HandOvers.unknownBlocks.subtract(1, ordering: .relaxed) }
    if let number { origin?.bench.noteActivity { $0.following.queued.end(number) } }
  }
}
