import Scheduling
import Simulation

/// The chance of a use of each app in each hour of the day, learned from the past days.
struct HourlyUse: Sendable {
  /// The number of days that the smoothing weighs.
  private static let smoothing = 3.0

  /// The number of days with a use in each hour of the day.
  private struct Hours: Sendable {
    var days = [Int](repeating: 0, count: 24)
    var last: Int64 = .min
  }

  private var apps: [AppKey: Hours] = [:]
  /// The sum over all apps.
  private var device = [Int](repeating: 0, count: 24)
  private var first: WallTime?

  /// Learns a use. Only the first of an app in an hour counts.
  mutating func note(_ app: AppKey, at now: WallTime, zoneSeconds: Int) {
    first = first ?? now
    let hour = (now + .seconds(zoneSeconds)).hourNumber
    guard apps[app, default: Hours()].last != hour else { return }
    apps[app, default: Hours()].last = hour
    let place = Int(hour % 24)
    apps[app, default: Hours()].days[place] += 1
    device[place] += 1
  }

  /// Returns the chance of a use of each app in each hour of the day, at `now`: the share of the past days, smoothed by
  /// the app's uses a day in the device's daily rhythm.
  func chances(at now: WallTime) -> [AppKey: [Double]] {
    guard let first else { return [:] }
    let days = max(1, (now - first).seconds / 86400)
    let whole = Double(device.reduce(0, +) + 24)
    return apps.mapValues { hours in
      let perDay = Double(hours.days.reduce(0, +)) / days
      return zip(hours.days, device).map { used, all in
        let usual = min(1, perDay * Double(all + 1) / whole)
        return min(1, (Double(used) + Self.smoothing * usual) / (days + Self.smoothing))
      }
    }
  }
}

extension [Double] {
  /// Returns the expected hours with a use from `begin` to `end`, on the user's clocks, by the chance in each hour of
  /// the day. 0 if the time is empty.
  func expected(from begin: WallTime, to end: WallTime) -> Double {
    var (sum, begin) = (0.0, begin)
    while begin < end {
      let hour = begin.hourNumber
      let next = Swift.min(end, WallTime(nanoseconds: (hour + 1) * Duration.hours(1).nanoseconds))
      sum += self[Int(hour % 24)] * (next - begin).seconds / 3600
      begin = next
    }
    return sum
  }
}

extension WallTime {
  /// The number of whole hours since 1970.
  fileprivate var hourNumber: Int64 { nanoseconds / Duration.hours(1).nanoseconds }
}
