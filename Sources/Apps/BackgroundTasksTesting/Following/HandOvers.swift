import CQueues
import Foundation
import Scheduling
import Synchronization

/// Follows the blocks that the test's process passes to queues, and the threads that it begins. Those of the app's code
/// inherit the origin of that code, and the bench waits for them.
enum HandOvers {
  typealias Block = @convention(block) () -> Void

  /// The number of benches. Blocks of unknown code are followed while there is a bench.
  static let benches = Atomic(0)

  /// The number of blocks of unknown origin that have not run.
  static let unknownBlocks = Atomic(0)

  /// Whether each block that has not run is known to its bench.
  static var followsAllBlocks: Bool {
    areFollowed && unknownBlocks.load(ordering: .relaxed) == 0
  }

  /// Whether blocks are followed in this process. The first read starts following.
  static let areFollowed: Bool = {
    guard rubato_follow_blocks({ HandOvers.follow($0, $1) }) else { return false }
    rubato_follow_threads(
      rubato_thread_follower(
        begins: { FollowedThread.begin() }, has_begun: { FollowedThread.of($0).hasBegun($1) },
        ends: { FollowedThread.end($0) }))
    return true
  }()

  /// Replaces a call that passes a block to a queue. A delayed block of the app waits for virtual time. Any other block
  /// is wrapped in a `FollowedBlock`, unless its origin is unknown and there is no bench, or its barrier would be lost.
  private static func follow(_ original: rubato_hand_over, _ block: UnsafeRawPointer) {
    let origin = Origin.present
    let mayBelongToBench = origin != nil || benches.load(ordering: .relaxed) > 0
    if !mayBelongToBench { return rubato_hand_over(original, block) }
    var call = original
    // A block around the original one would lose its barrier.
    guard addBarrierIfNeeded(&call, block) else { return rubato_hand_over(original, block) }
    nonisolated(unsafe) let body = unsafeBitCast(block, to: Block.self)
    if call.sort == RUBATO_AFTER.rawValue, let origin, let context = origin.context {
      return delayInVirtualTime(call, origin, context) { body() }
    }
    let followed = FollowedBlock(origin)
    pass(call) { followed.run(body) }
  }

  /// Adds the barrier of a work item to the block around it. Returns `false` if that is not possible.
  private static func addBarrierIfNeeded(
    _ call: inout rubato_hand_over, _ block: UnsafeRawPointer
  ) -> Bool {
    guard rubato_wants_barrier(block) else { return true }
    guard call.sort == RUBATO_ASYNC.rawValue || call.sort == RUBATO_BARRIER.rawValue else {
      return false
    }
    call.sort = Int32(RUBATO_BARRIER.rawValue)
    return true
  }

  /// Makes the original call with another block.
  private static func pass(_ call: rubato_hand_over, _ body: @escaping Block) {
    withExtendedLifetime(body) {
      rubato_hand_over(call, unsafeBitCast(body, to: UnsafeRawPointer.self))
    }
  }

  /// Delays a block in virtual time or, while that stands still for its task, in real time. The block is dropped if
  /// its process has ended.
  private static func delayInVirtualTime(
    _ call: rubato_hand_over, _ origin: Origin, _ context: ExecutionContext,
    _ body: @escaping () -> Void
  ) {
    let queue = KeptQueue(call.queue)
    var origin = origin
    // The bench must not wait for the delayed block, as it does for code of the flow. The block has its own flow later.
    origin.flow = nil
    let originWithoutFlow = origin
    nonisolated(unsafe) let (call, body) = (call, body)
    let timer = HeldTimer(context: context, delay: delay(until: call.when)) {
      var origin = originWithoutFlow
      origin.flow = context.run.map { origin.bench.flow(of: $0) }
      let followed = FollowedBlock(origin)
      var call = call
      (call.sort, call.queue) = (Int32(RUBATO_ASYNC.rawValue), queue.pointer)
      pass(call) { followed.run(body) }
    }
    let bench = origin.bench
    guard let number = bench.change({ $0.addTimer(timer) }) else { return }
    // The original delay also runs in real time. At its end, the block is passed on unless it waits for virtual time.
    pass(call) { [weak bench] in bench?.change { $0.removeTimerInRealTime(number) }?.fire() }
  }

  /// Returns the time from now until `when`; zero if it is past.
  ///
  /// - Parameter when: A `dispatch_time_t`: on the clock that stops in sleep or, if negative, on the wall clock.
  private static func delay(until when: UInt64) -> Duration {
    let isForever = when == UInt64.max  // DISPATCH_TIME_FOREVER
    // Longer than any test.
    if isForever { return .seconds(4_000_000_000) }
    let signedNanoseconds = Int64(bitPattern: when)
    if signedNanoseconds >= 0 {
      let now = Int64(clamping: DispatchTime.now().uptimeNanoseconds)
      return max(.zero, .nanoseconds(signedNanoseconds - now))
    }
    // A date is stored as its negative nanoseconds since 1970.
    let date = 0 &- signedNanoseconds
    let now = Int64(bounded: Date().timeIntervalSince1970 * 1e9)
    return max(.zero, .nanoseconds(date - now))
  }
}

/// A reference that keeps a queue until a block has been passed to it.
private final class KeptQueue: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer

  init(_ queue: UnsafeMutableRawPointer) {
    pointer = queue
    rubato_keep_queue(queue)
  }

  deinit { rubato_release_queue(pointer) }
}
