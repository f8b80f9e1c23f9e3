import CQueues
import Foundation

/// A thread that code of an app has begun, until the thread ends.
final class FollowedThread: @unchecked Sendable {
  let bench: Bench
  private let errand: Errand
  /// The thread's number, set before the thread runs code.
  private var thread: Int32 = 0

  private init(_ bench: Bench, _ errand: Errand) {
    (self.bench, self.errand) = (bench, errand)
  }

  /// The object that follows the current thread; `nil` if the thread is not followed.
  static var current: FollowedThread? { rubato_following().map { of($0) } }

  static func of(_ pointer: UnsafeMutableRawPointer) -> FollowedThread {
    Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Follows a thread that the current code begins. Returns `nil` if that code belongs to no app.
  static func begin() -> UnsafeMutableRawPointer? {
    guard let origin = Origin.present, let errand = origin.errand else { return nil }
    let followed = FollowedThread(origin.bench, errand)
    followed.bench.change { $0.following.queued.begin(ObjectIdentifier(followed), errand) }
    return Unmanaged.passRetained(followed).toOpaque()
  }

  func hasBegun(_ thread: Int32) {
    self.thread = thread
    bench.hear { state in
      if state.following.queued.hasBegun(ObjectIdentifier(self)) {
        state.follow(thread, errand)
      }
    }
  }

  /// Releases the reference to a thread that has ended.
  static func end(_ pointer: UnsafeMutableRawPointer) {
    let followed = Unmanaged<FollowedThread>.fromOpaque(pointer).takeRetainedValue()
    followed.bench.hear { state in
      state.following.queued.end(ObjectIdentifier(followed), followed.thread)
    }
  }
}
