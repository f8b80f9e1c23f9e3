// Repetition by the calendar.
extension SubmissionCheck {
  /// Returns the first calendar date of a submission at `earliest` or later.
  ///
  /// - Throws: A refusal of dates that never come, or that follow each other too fast, and of another repetition.
  func firstDate(
    of submission: Submission, from earliest: WallTime
  ) throws(Refusal) -> WallTime {
    let terms = submission.terms
    try checkSize(of: terms.calendar)
    let text = terms.calendar.map(\.text).joined(separator: ", ")
    if terms.every != nil {
      throw Refusal(
        .invalid, field: "on", value: text,
        message: "on '\(text)' and `every` exclude each other; leave out one of them")
    }
    if terms.flex != nil, submission.latest != nil {
      throw Refusal(
        .invalid, field: "flex", value: terms.flex?.notation ?? "",
        message: "flex and `latest` both end the window of a date; leave out one of them")
    }
    // A nanosecond earlier, so that a date at `earliest` itself is included.
    var dates = CalendarDates(of: terms.calendar, after: earliest - .nanoseconds(1)) {
      next(of: [$0], after: $1, submission)
    }
    // A change keeps a date that has come.
    if submission.amendment == nil, let index = dates.upcoming.firstIndex(of: nil) {
      throw withoutDate(terms.calendar[index], submission)
    }
    // `nil` if all dates of a changed request have come.
    guard let first = dates.next() else { return earliest }
    // 64 dates are enough to see a pattern.
    try checkDistances(from: first, to: dates.prefix(64), text)
    return first
  }

  /// Returns the refusal of an event without a date from the earliest date on.
  private func withoutDate(_ event: CalendarEvent, _ submission: Submission) -> Refusal {
    let problem =
      if next(of: [event], after: WallTime(seconds: 0), submission) == nil {
        "never comes"
      } else if submission.earliest == nil {
        "has passed"
      } else {
        "has no date after `earliest`"
      }
    return Refusal(
      .invalid, field: "on", value: event.text,
      message:
        "on '\(event.text)' \(problem); give another date, such as '*-*~1' for the last day of"
        + " each month")
  }

  /// The most events of a request, and the longest text of one, in bytes: the dates of all are computed in each
  /// check.
  private static let mostEvents = 16
  private static let longestEvent = 256

  /// Throws a refusal if there are too many calendar events, or if the text of one is too long.
  private func checkSize(of events: [CalendarEvent]) throws(Refusal) {
    guard events.count <= Self.mostEvents else {
      throw Refusal(
        .limit, field: "on", value: "\(events.count) events",
        message:
          "\(events.count) calendar events are too many; use at most \(Self.mostEvents), with"
          + " lists such as 'Mon,Wed 09,12,15:00'")
    }
    for event in events where event.text.utf8.count > Self.longestEvent {
      throw Refusal(
        .limit, field: "on", value: event.text,
        message: "a calendar event of \(event.text.utf8.count) bytes is too long; use at most"
          + " \(Self.longestEvent)")
    }
  }

  /// Throws a refusal if two of the dates are closer than the shortest period.
  ///
  /// - Parameters:
  ///   - dates: The dates after `first`.
  ///   - text: The dates as the submission names them, for the refusal.
  private func checkDistances(
    from first: WallTime, to dates: some Sequence<WallTime>, _ text: String
  ) throws(Refusal) {
    var date = first
    for next in dates {
      guard next - date >= settings.shortestPeriod else {
        throw Refusal(
          .invalid, field: "on", value: text,
          message: "on '\(text)' comes again after \((next - date).notation); the shortest interval"
            + " is \(settings.shortestPeriod.notation) ('shortest-period' in the policy file)")
      }
      date = next
    }
  }

  /// Returns the first date of `events` after `moment` on the clocks of the submission; `nil` if there is none.
  func next(
    of events: [CalendarEvent], after moment: WallTime, _ submission: Submission
  ) -> WallTime? {
    events.next(after: moment, zoneSeconds: zoneSeconds(of: submission))
  }

  /// Returns the difference to UTC of the clocks of a submission.
  func zoneSeconds(of submission: Submission) -> Int {
    submission.zoneAtEarliest ?? zoneSeconds
  }

  /// Returns the repetition of a submission with calendar dates, the first of which opens `window`.
  func calendarPeriod(of submission: Submission, _ window: Window) -> Period {
    var period = Period(
      every: .days(1), anchor: window.opens, latestAfter: window.latest.map { $0 - window.opens },
      zoneSeconds: zoneSeconds(of: submission))
    period.flex = submission.terms.flex
    period.calendar = submission.terms.calendar
    period.updateEveryFromCalendar()
    return period
  }
}
