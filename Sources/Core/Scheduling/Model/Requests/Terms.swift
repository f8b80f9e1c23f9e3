/// The options of a request: one value in a submission, a request, its row, a recording and a task file.
package struct Terms: Hashable, Sendable {
  /// The given kind; `nil` if none is given: then ``Kind/usual`` applies, with a latest date in three days.
  package var namedKind: Kind?
  package var command: Command
  package var every: Duration?
  /// The dates of a repetition by the calendar; empty if it does not repeat by them.
  @Boxed package var calendar: [CalendarEvent]
  /// The length of the last part of each interval, in which runs can begin; `nil` if they can begin at any time in it.
  /// With `calendar`, the length of the window that each date opens; `nil` if the next date closes it.
  package var flex: Duration?
  /// The answer to the latest date; `nil` means ``AtLatest/relax``.
  package var atLatest: AtLatest?
  package var requires: Conditions = []
  package var prefers: Conditions = []
  /// The budget; `nil` if the kind's default applies.
  package var budget: Duration?
  package var grace: Duration?
  package var allowsBattery = false
  package var isExpedited = false
  /// Requests of one group never run at the same time.
  package var group: String?
  /// The number of retries of a failed run before this window is given up.
  package var retries = 4
  package var backoff = Backoff()
  @Boxed package var needs: Needs
  @Boxed package var run: RunTerms
  /// The class of a task; `nil` for commands, and for tasks without a class.
  @BoxedIfThere package var task: TaskClass? = nil
  /// The declaring file; `nil` if a user submitted it.
  @BoxedIfThere package var declaration: Declaration? = nil
  /// The replaced timer; `nil` if there is none.
  @BoxedIfThere package var timer: AdoptedTimer? = nil

  package init(_ command: Command, kind: Kind? = nil) {
    self.command = command
    namedKind = kind
  }

  package var kind: Kind { namedKind ?? .usual }

  /// Returns whether both have the same kind, class of task and needs. The boxes are compared, which is fast for the
  /// usual values.
  func countsAlike(_ other: Terms) -> Bool {
    kind == other.kind && _task == other._task && _needs == other._needs
  }

  /// Whether the request stays after a run, and waits for its next interval or date.
  package var repeats: Bool { every != nil || !calendar.isEmpty }
}
