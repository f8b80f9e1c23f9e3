import Scheduling

/// The time of a step, as it is written.
package enum StepTime: Hashable {
  /// A time of day, `day` days after the first one, in seconds since midnight.
  case clock(day: Int, seconds: Int)
  /// A time after the start.
  case elapsed(Duration)

  /// Reads `07:00`, `+1 07:00` or a duration, and returns the time from `start` to this time. Throws an error at
  /// `place`, which names `key`, if `text` is none of these, or if the time is before `start` or after the years of
  /// scenarios.
  package static func timeFromStart(
    _ text: String, key: String, _ start: CivilTime, at place: Place
  ) throws(FileError) -> Duration {
    guard let time = StepTime(text) else {
      throw place.error(
        "\(key) '\(text)' is not allowed; use a time of the first day such as \"07:00\", of a later "
          + "day such as \"+1 07:00\", or \(DurationNotation.allowed) after the start")
    }
    guard let length = time.after(start) else {
      throw place.error(
        "this is before the start, \(start.text); write \"+1 07:00\" for the next day")
    }
    // A later time would silently become the last moment of a `WallTime`.
    let moment = CivilTime(universalSeconds: start.universalSeconds + length.components.seconds)
    guard moment.year <= StoryFile.years.upperBound else {
      throw place.error(
        "\(key) '\(text)' is not allowed; use a time up to the year \(StoryFile.years.upperBound)")
    }
    return length
  }

  /// Parses a time; `nil` if `text` is none of these.
  package init?(_ text: String) {
    guard let time = Self.parse(text) else { return nil }
    self = time
  }

  /// Parses a time of day, a duration, or a number of days such as `+1` with a time of day; `nil` if `text` is none of
  /// these.
  private static func parse(_ text: String) -> StepTime? {
    if let seconds = CivilTime.secondsOfDay(text: text) { return .clock(day: 0, seconds: seconds) }
    if let duration = DurationNotation.parse(text) { return .elapsed(duration) }
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0].first == "+" else { return nil }
    let digits = parts[0].dropFirst()
    // `UInt16` accepts a second sign.
    guard digits.first?.isWholeNumber == true, let day = UInt16(digits),
      let seconds = CivilTime.secondsOfDay(text: parts[1])
    else { return nil }
    return .clock(day: Int(day), seconds: seconds)
  }

  /// Returns the time from `start` to this time; `nil` if this time is before `start`.
  package func after(_ start: CivilTime) -> Duration? {
    switch self {
    case .elapsed(let duration): return duration
    case .clock(let day, let secondsOfDay):
      // Both from midnight of the first day. A day of a scenario has 24 hours.
      let seconds = day * 86_400 + secondsOfDay
      let secondsOfStart = Int(start.universalSeconds - start.dayNumber * 86_400)
      return seconds >= secondsOfStart ? .seconds(seconds - secondsOfStart) : nil
    }
  }
}
