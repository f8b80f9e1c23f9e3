import Foundation

/// Lets the reports of one task through, with a rest behind each. Of what comes during the rest, the last of each sort
/// goes out at its end; what waits when the task completes goes out at once. Where nothing is reported, nothing runs.
final class ReportThrottle: @unchecked Sendable {
  private enum Phase {
    case free
    case resting(waiting: TaskReport?)
    /// The task is complete.
    case over
  }

  private let lock = NSLock()
  private var phase = Phase.free
  private let send: @Sendable (TaskReport) -> Void
  private let rest: @Sendable (_ end: @escaping @Sendable () -> Void) -> Void

  /// - Parameters:
  ///   - rest: Calls what it is given at the end of a rest.
  ///   - send: Takes what goes out, in its order.
  init(
    rest: @escaping @Sendable (_ end: @escaping @Sendable () -> Void) -> Void,
    send: @escaping @Sendable (TaskReport) -> Void
  ) {
    self.rest = rest
    self.send = send
  }

  func offer(_ report: TaskReport) {
    let isFree = lock.withLock {
      switch phase {
      case .free:
        phase = .resting(waiting: nil)
        return true
      case .resting(var waiting):
        waiting = waiting ?? TaskReport()
        waiting?.add(report)
        phase = .resting(waiting: waiting)
        return false
      case .over: return false
      }
    }
    if isFree { sendAndRest(report) }
  }

  private func sendAndRest(_ report: TaskReport) {
    send(report)
    rest { [weak self] in self?.endRest() }
  }

  private func endRest() {
    let report: TaskReport? = lock.withLock {
      guard case .resting(let waiting) = phase else { return nil }
      phase = waiting == nil ? .free : .resting(waiting: nil)
      return waiting
    }
    if let report { sendAndRest(report) }
  }

  /// Sends what waits, and nothing behind it.
  func finish() {
    let report: TaskReport? = lock.withLock {
      defer { phase = .over }
      if case .resting(let waiting) = phase { return waiting }
      return nil
    }
    if let report { send(report) }
  }
}
