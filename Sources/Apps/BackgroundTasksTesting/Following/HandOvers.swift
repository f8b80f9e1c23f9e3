import CQueues
import Foundation
import Scheduling
import Synchronization

/// What the process of a test hands over to queues, and the threads that it begins: what code of an app has handed over goes on
/// on its behalf, and the bench waits for it.
enum HandOvers {
  typealias Block = @convention(block) () -> Void

  /// How many benches there are. Blocks of code that no bench knows are followed as long as there is one.
  static let benches = Atomic(0)

  /// Whether they are followed in this process. Asking begins it.
  static let areFollowed: Bool = {
    guard rubato_follow_blocks({ HandOvers.follow($0, $1) }) else { return false }
    rubato_follow_threads(
      rubato_thread_follower(
        begins: { FollowedThread.begin() }, has_begun: { FollowedThread.of($0).hasBegun($1) },
        ends: { FollowedThread.end($0) }))
    return true
  }()

  private static func follow(_ given: rubato_hand_over, _ block: UnsafeRawPointer) {
    let origin = Origin.present
    var call = given
    guard origin != nil || benches.load(ordering: .relaxed) > 0, keepsBarrier(&call, block) else {
      return rubato_hand_over(given, block)
    }
    nonisolated(unsafe) let body = unsafeBitCast(block, to: Block.self)
    if call.sort == RUBATO_AFTER.rawValue, let origin, let errand = origin.errand {
      return hold(call, origin, errand) { body() }
    }
    let followed = FollowedBlock(origin)
    pass(call) { followed.run(body) }
  }

  /// Takes that a block around a work item has to ask for what the item has asked for. Returns false where it cannot.
  private static func keepsBarrier(
    _ call: inout rubato_hand_over, _ block: UnsafeRawPointer
  ) -> Bool {
    guard rubato_wants_barrier(block) else { return true }
    guard call.sort == RUBATO_ASYNC.rawValue || call.sort == RUBATO_BARRIER.rawValue else {
      return false
    }
    call.sort = Int32(RUBATO_BARRIER.rawValue)
    return true
  }

  private static func pass(_ call: rubato_hand_over, _ body: @escaping Block) {
    withExtendedLifetime(body) {
      rubato_hand_over(call, unsafeBitCast(body, to: UnsafeRawPointer.self))
    }
  }

  /// Has a block wait for its moment, in the time of the bench or, where that stands still for its task, in real time.
  private static func hold(
    _ call: rubato_hand_over, _ origin: Origin, _ errand: Errand, _ body: @escaping () -> Void
  ) {
    let queue = KeptQueue(call.queue)
    var origin = origin
    // What waits for its moment is no flow.
    origin.flow = nil
    let known = origin
    nonisolated(unsafe) let (call, body) = (call, body)
    let timer = HeldTimer(errand: errand, delay: delay(until: call.when)) {
      var origin = known
      origin.flow = errand.run.map { origin.bench.flow(of: $0) }
      let followed = FollowedBlock(origin)
      var call = call
      (call.sort, call.queue) = (Int32(RUBATO_ASYNC.rawValue), queue.pointer)
      pass(call) { followed.run(body) }
    }
    let bench = origin.bench
    guard let number = bench.change({ $0.hold(timer) }) else { return }
    pass(call) { [weak bench] in bench?.change { $0.takeTimerInRealTime(number) }?.fire() }
  }

  /// - Parameter when: A `dispatch_time_t`: of the clock that stands still in sleep, or, below zero, of the wall's.
  private static func delay(until when: UInt64) -> Duration {
    if when == UInt64.max { return .seconds(4_000_000_000) }
    let signed = Int64(bitPattern: when)
    if signed >= 0 {
      let now = Int64(clamping: DispatchTime.now().uptimeNanoseconds)
      return max(.zero, .nanoseconds(signed - now))
    }
    let wall = Int64(bounded: Date().timeIntervalSince1970 * 1e9)
    return max(.zero, .nanoseconds((0 &- signed) - wall))
  }
}

/// A queue that is there until something has been handed over to it.
private final class KeptQueue: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer

  init(_ queue: UnsafeMutableRawPointer) {
    pointer = queue
    rubato_keep_queue(queue)
  }

  deinit { rubato_release_queue(pointer) }
}
