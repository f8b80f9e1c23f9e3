/// The sentence that the latest date of a request has passed.
enum OverdueWords {
  /// Returns `overdue since yesterday 03:00`, or `5 windows skipped`.
  static func short(skipped: Int64?, _ since: String, _ clock: WallClock) -> String {
    skipped.map(windows) ?? "overdue since \(clock.date(since))"
  }

  /// Returns the time and the skipped windows.
  static func full(skipped: Int64?, _ since: String, _ clock: WallClock) -> String {
    "since \(clock.full(since))" + (skipped.map { ", \(windows($0))" } ?? "")
  }

  /// Returns `1 window skipped`.
  static func windows(_ count: Int64) -> String {
    count == 1 ? "1 window skipped" : "\(count) windows skipped"
  }
}
