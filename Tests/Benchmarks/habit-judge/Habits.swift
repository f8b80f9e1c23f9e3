import Scheduling

/// The habits of a trace's apps, as they are learned while it plays.
struct Habits {
  let trace: Trace
  var user = UserHabit()
  var apps: [AppHabit]
  private var next = 0

  init(_ trace: Trace) {
    self.trace = trace
    apps = Array(repeating: AppHabit(), count: trace.apps.count)
  }

  /// Notes the opens before `time`.
  mutating func play(until time: LocalTime, each: (Trace.Open) -> Void = { _ in }) {
    while next < trace.opens.count, trace.opens[next].time < time {
      let open = trace.opens[next]
      var habit = apps[open.app]
      apps[open.app] = AppHabit()
      user.noteOpen(of: trace.apps[open.app], &habit, others: apps, at: open.time)
      apps[open.app] = habit
      each(open)
      next += 1
    }
  }
}
