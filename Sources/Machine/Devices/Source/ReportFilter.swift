import Scheduling

/// Forwards a source's reports, without repeated ones.
final class ReportFilter {
  private let report: ([DeviceValue]) -> Void
  /// The last report; `nil` before the first one.
  private(set) var last: [DeviceValue]?

  init(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = report
  }

  /// Forwards a report, unless it is the same as the last one.
  func send(_ values: [DeviceValue]) {
    guard values != last else { return }
    last = values
    report(values)
  }
}
