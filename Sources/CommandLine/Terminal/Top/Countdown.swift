import Vocabulary

/// A time that runs down on a screen. The longer the time, the larger the step in which it is shown, so that the screen
/// changes rarely.
package enum Countdown {
  /// The step for times up to `most`, both in seconds: up to a minute, the text changes every second.
  private static let steps: [(most: Double, step: Double)] = [
    (60, 1), (600, 10), (7200, 60), (172_800, 600),
  ]
  /// The step for longer times, in seconds.
  private static let longestStep: Double = 3600

  /// Returns the time left, rounded up to its step: `45 s`, `9 min 50 s`, `1 h 59 min`, `3 h 10 min`, `3 d 5 h`.
  ///
  /// - Parameter left: Seconds.
  package static func text(_ left: Double) -> String {
    let rounded = roundedUp(left)
    return rounded > 0 ? DurationText.exact(rounded) : "0 s"
  }

  /// Returns the seconds until the text of `left` seconds changes; `nil` if it does not change any more. The screen is
  /// drawn again only then.
  package static func untilChange(_ left: Double) -> Double? {
    guard left > 0 else { return nil }
    // The text stands for the times down to one step below it.
    let nextText = roundedUp(left) - step(of: left)
    return left - nextText
  }

  /// Returns the seconds left, rounded up to their step: 61 s becomes 70 s.
  private static func roundedUp(_ left: Double) -> Double {
    let step = step(of: left)
    return left > 0 ? (left / step).rounded(.up) * step : 0
  }

  /// Returns the step in which so many seconds are shown.
  private static func step(of left: Double) -> Double {
    steps.first { left <= $0.most }?.step ?? longestStep
  }
}
