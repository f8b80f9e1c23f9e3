import Scheduling

/// Every window of a request with calendar events opens at a date of one of them, by the clock of its period, and ends
/// at the next date at the latest.
final class WindowsOpenAtDates: Checker {
  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for case .putRequest(let request) in changes {
      guard !request.terms.calendar.isEmpty, let period = request.period, !period.isAfterLastDate
      else { continue }
      let dates = request.terms.calendar
      let opens = request.window.opens
      let date = dates.next(after: opens - .nanoseconds(1), zoneSeconds: period.zoneSeconds)
      if date != opens {
        life.fail(self, "\(request.key.id) opens at \(UniversalTime.text(opens)), which is no date")
      }
      let isNamed = period.latestAfter != nil
      let next = dates.next(after: opens, zoneSeconds: period.zoneSeconds)
      if !isNamed, let latest = request.window.latest, let next, latest != next {
        life.fail(
          self, "\(request.key.id) ends at \(UniversalTime.text(latest)), not at the next date")
      }
    }
  }
}
