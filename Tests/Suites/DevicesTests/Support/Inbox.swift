import Dispatch

/// What came, in its order, to be waited for.
final class Inbox<Content: Sendable>: @unchecked Sendable {
  private let queue = DispatchQueue(label: "inbox")
  private let arrivals = DispatchSemaphore(value: 0)
  private var waiting = [Content]()

  struct Missing: Error, CustomStringConvertible {
    var description: String
  }

  func put(_ content: Content) {
    queue.sync { waiting.append(content) }
    arrivals.signal()
  }

  /// What comes next. The time-out only keeps what is broken from holding up all tests.
  func next() throws -> Content {
    guard let content = take() else { throw Missing(description: "nothing came") }
    return content
  }

  /// The first that is as it should be; what comes before is passed over.
  @discardableResult
  func next(where isWanted: (Content) -> Bool) throws -> Content {
    var passed = [Content]()
    while let content = take() {
      if isWanted(content) { return content }
      passed.append(content)
    }
    throw Missing(description: "it did not come, only \(passed)")
  }

  /// Whether nothing came that nobody waited for.
  var isEmpty: Bool { queue.sync { waiting.isEmpty } }

  private func take() -> Content? {
    guard arrivals.wait(timeout: .now() + .seconds(60)) == .success else { return nil }
    return queue.sync { waiting.removeFirst() }
  }
}
