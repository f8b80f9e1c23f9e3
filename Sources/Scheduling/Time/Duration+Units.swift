extension Duration {
  /// Whole nanoseconds, rounded toward zero and saturated at about 292 years.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    guard overflow || carry else { return sum }
    return seconds < 0 ? .min : .max
  }

  /// Seconds with their fraction.
  package var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  package static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
  package static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
  package static func days(_ count: Int) -> Duration { .seconds(count * 86400) }
}
