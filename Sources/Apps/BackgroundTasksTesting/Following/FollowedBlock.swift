import CQueues
import Foundation

/// A block in a queue, from its submission until it has run or is released.
final class FollowedBlock: @unchecked Sendable {
  @TaskLocal static var current: FollowedBlock?

  private let guarded = NSLock()
  private var known: Origin?
  private var counted: Int?

  /// Creates a block, and adds it to the bench of its origin.
  ///
  /// - Parameter origin: The origin of the block; `nil` if it is unknown. The bench may find it while the block runs.
  init(_ origin: Origin?) {
    known = origin
    counted = origin.flatMap { Self.count($0) }
  }

  deinit { end() }

  /// Adds a block to the bench of its origin. Returns its number; `nil` if the block is not waited for.
  private static func count(_ origin: Origin) -> Int? {
    guard let context = origin.context else { return nil }
    return origin.bench.change { $0.beginUnderWay(context) }
  }

  var origin: Origin? { guarded.withLock { known } }

  /// The number of the block in the bench; `nil` if the block is not waited for.
  var number: Int? { guarded.withLock { counted } }

  /// Sets the origin of the running block, so that its bench waits for it. Has no effect if the origin is known.
  func mark(_ origin: Origin) {
    if self.origin != nil { return }
    let number = Self.count(origin)
    guarded.withLock { (known, counted) = (origin, number) }
    note(number, of: origin)
  }

  /// Runs the block with its origin, and then ends it. Meanwhile the bench knows its thread.
  func run(_ body: () -> Void) {
    note(number, of: origin)
    Self.$current.withValue(self) {
      if let origin { origin.perform(body) } else { body() }
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
    let (origin, number) = guarded.withLock { () -> (Origin?, Int?) in
      defer { counted = nil }
      return (known, counted)
    }
    if let number { origin?.bench.noteActivity { $0.following.queued.end(number) } }
  }
}
