import Foundation

/// The transfer sessions whose end the app's delegate has received, for the owner of their results.
final class EndedSessions: @unchecked Sendable {
  private let lock = NSLock()
  private var handler: (@Sendable (String) -> Void)?
  /// The sessions that were added before a handler was set.
  private var unclaimed: [String] = []

  /// Passes a session to the handler, or keeps it until `follow(_:)` sets one.
  func add(_ session: String) {
    let handler = lock.withLock {
      if self.handler == nil { unclaimed.append(session) }
      return self.handler
    }
    handler?(session)
  }

  /// Sets the handler, and passes the kept sessions to it.
  func follow(_ handler: @escaping @Sendable (String) -> Void) {
    let earlier = lock.withLock {
      self.handler = handler
      defer { unclaimed = [] }
      return unclaimed
    }
    earlier.forEach(handler)
  }
}
