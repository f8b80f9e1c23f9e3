/// The dates of several calendar events after a moment, in their order.
///
/// The search for a rare date is expensive, so the next date of each event is searched only after its last one was
/// returned: the costs are those of the returned dates, and do not multiply with the number of events.
package struct CalendarDates: Sequence, IteratorProtocol {
  private let events: [CalendarEvent]
  private let findNext: (CalendarEvent, WallTime) -> WallTime?
  /// The date that was returned last; `nil` if none was.
  private var last: WallTime?
  /// The next date of each event that is not returned yet, or the last returned date; `nil` if an event has no further
  /// date.
  package private(set) var upcoming: [WallTime?]

  /// - Parameter findNext: Returns the first date of an event after a moment; `nil` if there is none.
  package init(
    of events: [CalendarEvent], after moment: WallTime,
    _ findNext: @escaping (CalendarEvent, WallTime) -> WallTime?
  ) {
    self.events = events
    self.findNext = findNext
    upcoming = events.map { findNext($0, moment) }
  }

  /// Returns the next date of any of the events; `nil` if there is none.
  package mutating func next() -> WallTime? {
    if let last {
      for (index, event) in events.enumerated() where upcoming[index] == last {
        upcoming[index] = findNext(event, last)
      }
    }
    last = upcoming.lazy.compactMap(\.self).min()
    return last
  }
}
