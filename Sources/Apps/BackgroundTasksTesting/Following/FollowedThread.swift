import CQueues
import Foundation

/// A thread that code of an app has begun, until the thread ends.
final class FollowedThread: @unchecked Sendable {
  let bench: Bench
  private let context: ExecutionContext
  /// The thread's number, set before the thread runs code.
  private var thread: Int32 = 0

  private init(_ bench: Bench, _ context: ExecutionContext) {
    (self.bench, self.context) = (bench, context)
  }

  /// The object that follows the current thread; `nil` if the thread is not followed.
  static var current: FollowedThread? { rubato_following().map { of($0) } }

  /// Returns the object behind a pointer that `begin()` has returned.
  static func of(_ pointer: UnsafeMutableRawPointer) -> FollowedThread {
    Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Follows a thread that the current code begins. Returns `nil` if that code belongs to no app.
  static func begin() -> UnsafeMutableRawPointer? {
    guard let origin = Origin.present, let context = origin.context else { return nil }
    let followed = FollowedThread(origin.bench, context)
    followed.bench.change { $0.following.queued.begin(ObjectIdentifier(followed), context) }
    return Unmanaged.passRetained(followed).toOpaque()
  }

  /// Stores the number of the thread, and lets the bench wait for it if the process still exists. Called before the
  /// thread runs code.
  func hasBegun(_ thread: Int32) {
    self.thread = thread
    bench.noteActivity { state in
      if state.following.queued.hasBegun(ObjectIdentifier(self)) {
        state.follow(thread, context)
      }
    }
  }

  /// Releases the reference to a thread that has ended, which its bench no longer waits for.
  static func end(_ pointer: UnsafeMutableRawPointer) {
    let followed = Unmanaged<FollowedThread>.fromOpaque(pointer).takeRetainedValue()
    followed.bench.noteActivity { state in
      state.following.queued.end(ObjectIdentifier(followed), followed.thread)
    }
  }
}
