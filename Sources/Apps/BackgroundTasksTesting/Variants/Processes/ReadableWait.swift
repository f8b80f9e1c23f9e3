import Foundation
import Scheduling

/// A wait for bytes on a descriptor, or for the end of its other side.
struct ReadableWait {
  /// The end of a wait.
  enum Result: Equatable {
    case readable
    /// Nothing has come within the limit.
    case timeout
    /// The system has refused the wait, with the number of the error.
    case failure(Int32)
  }

  /// A function like poll(2) for one descriptor and a time in milliseconds.
  typealias Poll = (inout pollfd, Int32) -> Int32

  private let descriptor: Int32
  private let limit: Duration
  private let poll: Poll

  /// - Parameter limit: The longest real time of each wait.
  init(
    _ descriptor: Int32, within limit: Duration,
    poll: @escaping Poll = { Foundation.poll(&$0, 1, $1) }
  ) {
    (self.descriptor, self.limit, self.poll) = (descriptor, limit, poll)
  }

  /// Waits for bytes or for the end. Signals to this process do not prolong the wait.
  func result() -> Result {
    let end = ContinuousClock.now + limit
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = max(0, ContinuousClock.now.duration(to: end).seconds)
      // Rounded up, so that the wait does not end too early.
      let count = poll(&waiting, Int32(clamping: Int64(bounded: (left * 1000).rounded(.up))))
      if count > 0 { return .readable }
      if count == 0 { return .timeout }
      guard errno == EINTR else { return .failure(errno) }
    }
  }
}
