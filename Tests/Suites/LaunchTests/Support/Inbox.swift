import Dispatch
import Launch
import Scheduling

/// A queue of events, in order. A test can wait for the next one.
final class Inbox: @unchecked Sendable {
  private let queue = DispatchQueue(label: "inbox")
  private let arrivals = DispatchSemaphore(value: 0)
  private var waiting = [LaunchEvent]()

  struct Nothing: Error, CustomStringConvertible {
    var description: String
  }

  func put(_ event: LaunchEvent) {
    queue.sync { waiting.append(event) }
    arrivals.signal()
  }

  /// Returns the next event. The time-out prevents a broken launcher from blocking all tests.
  func next() throws -> LaunchEvent {
    guard arrivals.wait(timeout: .now() + .seconds(60)) == .success else {
      throw Nothing(description: "no event came")
    }
    return queue.sync { waiting.removeFirst() }
  }

  /// Waits for the start of a run, which must be the next event of any run.
  @discardableResult
  func waitForStart(run: Int64 = 1) throws -> Int32 {
    let event = try next()
    guard case .started(.run(run), let pid) = event else {
      throw Nothing(description: "expected the start of \(run), got \(event)")
    }
    return pid
  }

  /// Waits for the end of a run, and discards starts.
  @discardableResult
  func waitForEnd(run: Int64 = 1) throws -> RunEnd {
    while true {
      switch try next() {
      case .started: continue
      case .ended(let end) where end.id == .run(run): return end
      case let event: throw Nothing(description: "expected the end of \(run), got \(event)")
      }
    }
  }

  func waitForFailure(run: Int64 = 1) throws -> String {
    let event = try next()
    guard case .failed(.run(run), let message) = event else {
      throw Nothing(description: "expected the failure of \(run), got \(event)")
    }
    return message
  }

  /// Whether no value is left that a test has not read.
  var isEmpty: Bool { queue.sync { waiting.isEmpty } }
}

extension LaunchEvent {
  /// Returns the same event of another run.
  func renumbered(by difference: Int64) -> LaunchEvent {
    switch self {
    case .started(let id, let pid): return .started(.run(id.number + difference), pid: pid)
    case .failed(let id, let message):
      return .failed(.run(id.number + difference), message: message)
    case .ended(var end):
      end.id = .run(end.id.number + difference)
      return .ended(end)
    }
  }
}
