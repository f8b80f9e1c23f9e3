import Foundation

/// Limits the rate of one task's reports: after each report comes a rest. The last report of each sort during a rest is
/// sent at its end, or immediately when the task completes. Without reports, no timer runs.
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

  /// Creates a throttle that sends at most one report before each rest.
  ///
  /// - Parameters:
  ///   - rest: Calls its argument at the end of a rest.
  ///   - send: Sends reports, in order.
  init(
    rest: @escaping @Sendable (_ end: @escaping @Sendable () -> Void) -> Void,
    send: @escaping @Sendable (TaskReport) -> Void
  ) {
    self.rest = rest
    self.send = send
  }

  /// Sends a report and begins a rest. During a rest, the report is merged into the waiting one; after `close()` it is
  /// dropped.
  func submit(_ report: TaskReport) {
    let isFree = lock.withLock {
      switch phase {
      case .free:
        phase = .resting(waiting: nil)
        return true
      case .resting(let waiting):
        var merged = waiting ?? TaskReport()
        merged.add(report)
        phase = .resting(waiting: merged)
        return false
      case .over: return false
      }
    }
    if isFree { sendAndRest(report) }
  }

  /// Sends a report and begins a rest, at whose end a waiting report is sent.
  private func sendAndRest(_ report: TaskReport) {
    send(report)
    rest { [weak self] in self?.endRest() }
  }

  /// Ends a rest. If a report waits, it is sent and another rest begins.
  private func endRest() {
    let report: TaskReport? = lock.withLock {
      guard case .resting(let waiting) = phase else { return nil }
      phase = waiting == nil ? .free : .resting(waiting: nil)
      return waiting
    }
    if let report { sendAndRest(report) }
  }

  /// Sends the pending report, and ends the reports.
  func close() {
    let report: TaskReport? = lock.withLock {
      defer { phase = .over }
      if case .resting(let waiting) = phase { return waiting }
      return nil
    }
    if let report { send(report) }
  }
}
