import Scheduling

/// A source's reports, without those that say nothing new.
final class ReportFilter {
  private let report: ([DeviceValue]) -> Void
  /// What was reported last; nil before the first time.
  private(set) var last: [DeviceValue]?

  init(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = report
  }

  func tell(_ values: [DeviceValue]) {
    guard values != last else { return }
    last = values
    report(values)
  }
}
