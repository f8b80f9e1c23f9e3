import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Dates in the daemon's format: RFC 3339 in UTC.
enum DateText {
  /// The last date that the format has; the daemon refuses it as too late.
  static let end = "9999-12-31T23:59:59.999Z"

  /// Returns the text of a date; `nil` if its year does not have four digits. Foundation's formats read the system's
  /// time zone and calendars first, which takes longer than the rest of a submission.
  static func text(_ date: Date) -> String? {
    // The year 10,000, in milliseconds since 1970.
    let year10000: Int64 = 253_402_300_800_000
    guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()),
      (0..<year10000).contains(milliseconds)
    else { return nil }
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
    let fraction = String(milliseconds % 1000)
    let zeros = String(repeating: "0", count: 3 - fraction.count)
    return String(decoding: text[..<count].map(UInt8.init), as: UTF8.self) + ".\(zeros)\(fraction)Z"
  }

  /// Parses RFC 3339, with or without a fraction of a second; `nil` if the text is not a date.
  static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: style)) ?? (try? Date(text, strategy: .iso8601))
  }

  private static var style: Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  }
}
