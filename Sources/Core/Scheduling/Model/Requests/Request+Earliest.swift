// The earliest date that a submission has named, as far as the dates of the request show it.
extension Request {
  /// The date of a calendar that opens its first window, if it is not the first one after the submission: an earliest
  /// date has put it off. Otherwise `nil`.
  package var putOffFirstDate: WallTime? {
    guard let period, period.previousStart == nil,
      let first = period.calendar.next(
        after: submitted - .nanoseconds(1), zoneSeconds: period.zoneSeconds),
      first < period.begins
    else { return nil }
    return period.begins
  }

  /// The date before which its first run does not begin; `nil` if its next date is one of its intervals. It is the time
  /// of the submission, or shortly after, if the submission has named no date.
  private var earliestOfFirstRun: WallTime? {
    guard let period else { return opening }
    guard period.previousStart == nil else { return nil }
    if period.calendar.isEmpty { return period.begins - period.lead }
    // A change of the calendar after the submission also puts off the first date. Each change gives a place in the
    // queue.
    return progress.rejoined == nil ? putOffFirstDate : nil
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
