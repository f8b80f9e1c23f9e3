/// The sentence that the latest date of a request has passed.
enum OverdueWords {
  /// Returns `overdue since Fri 03:00`; if windows were skipped, only `5 windows skipped`.
  static func short(skipped: Int64?, _ since: String, _ clock: WallClock) -> String {
    skipped.map(skippedWindowsText) ?? "overdue since \(clock.date(since))"
  }

  /// Returns the time since which the request is overdue, and the skipped windows, if any.
  static func full(skipped: Int64?, _ since: String, _ clock: WallClock) -> String {
    "since \(clock.full(since))" + (skipped.map { ", \(skippedWindowsText($0))" } ?? "")
  }

  /// Returns `1 window skipped`.
  static func skippedWindowsText(_ count: Int64) -> String {
    count == 1 ? "1 window skipped" : "\(count) windows skipped"
  }
}
