import Scheduling

/// Judges forecasts hour by hour: at every full hour of the test days, for every app opened before
/// them, will it be opened within the hour, over an hour after its last open?
struct Judge {
  var ours = Marks()
  var rivals = Rival.allCases.map { _ in Marks() }

  mutating func judge(_ trace: Trace) {
    var habits = Habits(trace)
    var counts = Counts(apps: trace.apps.count)
    habits.play(until: trace.testBegins) { counts.note($0) }
    let known = trace.apps.indices.filter { counts.apps[$0] > 0 }
    var hour = trace.testBegins
    while hour < trace.ends {
      habits.play(until: hour) { counts.note($0) }
      judge(hour, habits, counts, known)
      hour = hour + .hours(1)
    }
  }

  private mutating func judge(
    _ hour: LocalTime, _ habits: Habits, _ counts: Counts, _ known: [Int]
  ) {
    let trace = habits.trace
    let opened = trace.opens.filter {
      $0.isCounted && $0.time >= hour && $0.time < hour + .hours(1)
    }
    let days = Double((hour - trace.begins).nanoseconds) / 86400e9
    let moment = habits.user.moment(at: hour)
    for app in known {
      let came = opened.contains { $0.app == app }
      ours.note(habits.user.chance(of: habits.apps[app], at: moment), came: came)
      for (index, rival) in Rival.allCases.enumerated() {
        rivals[index].note(counts.chance(rival, of: app, at: hour, days: days), came: came)
      }
    }
  }
}
