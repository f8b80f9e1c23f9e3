import Scheduling

/// Simulates refreshes without a scheduler: each app always has one queued, each takes a CPU second, and the allowance
/// pays for `perDay` of them.
struct Refreshing {
  struct Run {
    var app: Int
    var time: LocalTime
  }

  private var habits: Habits
  private var allowance: EnergyAllowance
  private var refreshed: [LocalTime?]
  private(set) var runs: [Run] = []

  init(_ trace: Trace, perDay: Int) {
    habits = Habits(trace)
    allowance = EnergyAllowance(secondsPerDay: Double(perDay))
    refreshed = Array(repeating: nil, count: trace.apps.count)
  }

  mutating func play() {
    var time = habits.trace.begins
    while time < habits.trace.ends {
      var allowance = self.allowance
      habits.play(until: time) { allowance.noteUse(at: $0.time) }
      self.allowance = allowance
      if habits.user.lastOpen != nil { refresh(at: time) }
      time = UserHabit.slot(after: time)
    }
  }

  /// Starts the refreshes that are worth their price, the best first.
  private mutating func refresh(at time: LocalTime) {
    let moment = habits.user.moment(at: time)
    let worths = habits.apps.indices.map {
      habits.user.worth(of: habits.apps[$0], lastRefreshed: refreshed[$0], at: moment)
    }
    for app in worths.indices.sorted(by: { (worths[$1], $0) < (worths[$0], $1) }) {
      guard allowance.affords(worth: worths[app], at: time) else { return }
      runs.append(Run(app: app, time: time))
      refreshed[app] = time
      allowance.charge(seconds: 1, at: time)
    }
  }
}
