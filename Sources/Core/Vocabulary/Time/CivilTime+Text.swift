extension CivilTime {
  /// Parses `2026-03-02T05:30` or `2026-03-02T05:30:15`; returns `nil` for other text.
  package init?(text: String) {
    var scanner = Scanner(text)
    guard let date = CivilTime(date: &scanner), scanner.consume("T"),
      let clock = ClockTime(&scanner), scanner.isAtEnd
    else { return nil }
    self = date.with(clock)
  }

  /// Returns the seconds since midnight of `07:00` or `07:00:15`; `nil` for other text.
  package static func secondsOfDay(text: some StringProtocol) -> Int? {
    var scanner = Scanner(text)
    guard let clock = ClockTime(&scanner), scanner.isAtEnd else { return nil }
    return clock.hour * 3600 + clock.minute * 60 + clock.second
  }
}
