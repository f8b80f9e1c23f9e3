import Scheduling

/// The simple forecasters to compare with. Each continues to learn through the test days, as ours does.
enum Rival: String, CaseIterable {
  case popularity = "popularity"
  case rhythm = "popularity x daily rhythm"
  case histogram = "per-app hour histogram"
}

/// The counted opens so far, by app and hour.
struct Counts {
  var apps: [Double]
  var user = Array(repeating: 1e-9, count: 24)
  var hours: [[Double]]

  init(apps count: Int) {
    apps = Array(repeating: 0, count: count)
    hours = Array(repeating: Array(repeating: 0, count: 24), count: count)
  }

  mutating func note(_ open: Trace.Open) {
    guard open.isCounted else { return }
    apps[open.app] += 1
    user[open.time.hour] += 1
    hours[open.app][open.time.hour] += 1
  }

  /// The chance that the app is opened within the hour that begins at `time`, `days` after the first.
  func chance(_ rival: Rival, of app: Int, at time: LocalTime, days: Double) -> Double {
    let daily = apps[app] / days
    let share = user[time.hour] / user.reduce(0, +)
    switch rival {
    case .popularity: return daily / 24
    case .rhythm: return daily * share
    case .histogram: return daily * (hours[app][time.hour] + 3 * share) / (apps[app] + 3)
    }
  }
}
