import Foundation

/// The sessions of transfers whose end the delegate of the app has been told, for who has their results.
final class ToldSessions: @unchecked Sendable {
  private let lock = NSLock()
  private var handler: (@Sendable (String) -> Void)?
  /// Told before anybody asked.
  private var unclaimed: [String] = []

  func add(_ session: String) {
    let handler = lock.withLock {
      if self.handler == nil { unclaimed.append(session) }
      return self.handler
    }
    handler?(session)
  }

  func follow(_ handler: @escaping @Sendable (String) -> Void) {
    let earlier = lock.withLock {
      self.handler = handler
      defer { unclaimed = [] }
      return unclaimed
    }
    earlier.forEach(handler)
  }
}
