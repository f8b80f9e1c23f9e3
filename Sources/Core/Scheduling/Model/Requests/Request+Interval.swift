extension Request {
  /// The interval of a repetition in the same interval; `nil` if it has none.
  package var interval: Duration? {
    period.flatMap { $0.calendar.isEmpty ? $0.every : nil }
  }
}
