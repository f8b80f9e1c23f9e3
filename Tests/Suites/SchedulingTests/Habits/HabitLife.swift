@testable import Scheduling

/// The apps of a user, and the habits learned from them.
struct HabitLife {
  var user = UserHabit()
  var apps: [AppHabit]

  init(apps count: Int) {
    apps = Array(repeating: AppHabit(), count: count)
  }

  mutating func open(_ app: Int, at time: LocalTime) {
    var others = apps
    var habit = others.remove(at: app)
    user.noteOpen(of: "app\(app)", &habit, others: others, at: time)
    apps[app] = habit
  }

  func chance(_ app: Int, at time: LocalTime) -> Double {
    user.chance(of: apps[app], at: time)
  }

  func worth(_ app: Int, lastRefreshed: LocalTime? = nil, at time: LocalTime) -> Double {
    user.worth(of: apps[app], lastRefreshed: lastRefreshed, at: user.moment(at: time))
  }

  func cause(_ app: Int, at time: LocalTime) -> WorthCause? {
    let moment = user.moment(at: time)
    let signs = moment.signs(of: apps[app])
    return WorthCause(signs, user.causes(of: apps[app], signs, at: moment))
  }

  /// Opens each app of `plan` at its hour, on every one of `days`.
  mutating func live(days: Range<Int>, _ plan: [(hour: Double, app: Int)]) {
    for day in days {
      for (hour, app) in plan { open(app, at: Self.time(day, hour)) }
    }
  }

  /// Returns this hour of a day, counted from a Monday.
  static func time(_ day: Int, _ hour: Double) -> LocalTime {
    LocalTime(seconds: Int64(20003 * 86400 + day * 86400) + Int64(hour * 3600))
  }
}
