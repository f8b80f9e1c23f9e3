// The earliest date that a submission has named.
extension Request {
  /// The earliest date that the submission has named; `nil` if it has named none. Of a request without a period, it is
  /// its opening, if that was later than the submission.
  package var namedEarliest: WallTime? {
    if let period { return period.earliest }
    return opening > submitted ? opening : nil
  }

  /// The named earliest date, if it has put off the first date of the calendar: the first window opens at the first
  /// date after it, and not after the submission. Otherwise `nil`.
  package var earliestOfFirstDate: WallTime? {
    guard let period, let earliest = period.earliest, period.previousStart == nil else {
      return nil
    }
    let firstDates = [submitted, earliest].map { moment in
      period.calendar.next(after: moment - .nanoseconds(1), zoneSeconds: period.zoneSeconds)
    }
    return firstDates[0] != period.begins && firstDates[1] == period.begins ? earliest : nil
  }

  /// The date before which its first run does not begin; `nil` if its next date is one of its intervals. It is the time
  /// of the submission, or shortly after, if the submission has named no date.
  private var earliestOfFirstRun: WallTime? {
    guard let period else { return opening }
    guard period.previousStart == nil else { return nil }
    return period.calendar.isEmpty ? period.begins - period.lead : period.earliest
  }

  /// Returns the period, of a calendar that a change has set, with its first date at the earliest date of this request
  /// or later, if that is still ahead. Otherwise returns `fresh`.
  ///
  /// - Parameter fresh: The period from the time of the change on.
  /// - Throws: A refusal if the calendar has no date from the earliest date on.
  func putOff(_ fresh: Period) throws(Refusal) -> Period {
    guard let earliest = earliestOfFirstRun, fresh.begins < earliest else { return fresh }
    guard
      let first = fresh.calendar.next(
        after: earliest - .nanoseconds(1), zoneSeconds: fresh.zoneSeconds)
    else {
      let text = fresh.calendar.map(\.text).joined(separator: ", ")
      throw Refusal(
        .invalid, field: "on", value: text,
        message: "on '\(text)' has no date after `earliest` (\(UniversalTime.text(earliest)));"
          + " give another date, or an earlier `earliest`")
    }
    var putOff = fresh
    putOff.anchor = first
    putOff.begins = first
    putOff.updateEveryFromCalendar()
    return putOff
  }
}
