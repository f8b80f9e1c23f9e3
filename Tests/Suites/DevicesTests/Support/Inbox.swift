import Dispatch

/// A queue of received values, in order. A test can wait for the next one.
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

  /// Returns the next value. The time-out prevents a failed test from blocking all others.
  func next() throws -> Content {
    guard let content = take() else { throw Missing(description: "no value arrived in time") }
    return content
  }

  /// Returns the first value that is wanted, and discards the values before it.
  @discardableResult
  func next(where isWanted: (Content) -> Bool) throws -> Content {
    var passed = [Content]()
    while let content = take() {
      if isWanted(content) { return content }
      passed.append(content)
    }
    throw Missing(description: "it did not come, only \(passed)")
  }

  /// Whether no value is left that a test has not read.
  var isEmpty: Bool { queue.sync { waiting.isEmpty } }

  private func take() -> Content? {
    guard arrivals.wait(timeout: .now() + .seconds(60)) == .success else { return nil }
    return queue.sync { waiting.removeFirst() }
  }
}
