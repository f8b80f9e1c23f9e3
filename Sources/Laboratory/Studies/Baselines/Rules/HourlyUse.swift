import Scheduling
import Simulation

/// The chance of a use of each app in each hour of the day, learned from the past days.
struct HourlyUse: Sendable {
  /// The number of days that the usual chance weighs, against the days that were seen.
  private static let smoothingDays = 3.0

  /// The number of days with a use in each hour of the day.
  private struct Hours: Sendable {
    var days = [Int](repeating: 0, count: 24)
    /// The hour of the last use, counted from 1970.
    var lastHour: Int64 = .min
  }

  private var apps: [AppKey: Hours] = [:]
  /// The sum of the days of all apps in each hour of the day.
  private var device = [Int](repeating: 0, count: 24)
  private var firstUse: WallTime?

  /// Learns a use. Only the first of an app in an hour counts.
  mutating func note(_ app: AppKey, at now: WallTime, zoneSeconds: Int) {
    firstUse = firstUse ?? now
    let hour = (now + .seconds(zoneSeconds)).hourNumber
    guard apps[app, default: Hours()].lastHour != hour else { return }
    apps[app, default: Hours()].lastHour = hour
    let hourOfDay = Int(hour % 24)
    apps[app, default: Hours()].days[hourOfDay] += 1
    device[hourOfDay] += 1
  }

  /// Returns the chance of a use of each app in each hour of the day, at `now`: the share of the past days, smoothed by
  /// the app's uses a day in the device's daily rhythm.
  func chances(at now: WallTime) -> [AppKey: [Double]] {
    guard let firstUse else { return [:] }
    let seenDays = max(1, (now - firstUse).seconds / 86400)
    // One use more in each hour of the day, so that no hour of the rhythm is 0.
    let usesOfDevice = Double(device.reduce(0, +) + 24)
    return apps.mapValues { hours in
      let usesPerDay = Double(hours.days.reduce(0, +)) / seenDays
      return zip(hours.days, device).map { daysWithUse, usesInHour in
        let usualChance = min(1, usesPerDay * Double(usesInHour + 1) / usesOfDevice)
        let smoothedDays = Double(daysWithUse) + Self.smoothingDays * usualChance
        return min(1, smoothedDays / (seenDays + Self.smoothingDays))
      }
    }
  }
}

// The chances of one app in the 24 hours of the day.
extension [Double] {
  /// Returns the expected hours with a use from `begin` to `end`, on the user's clocks, by the chance in each hour of
  /// the day. 0 if the time is empty.
  func expected(from begin: WallTime, to end: WallTime) -> Double {
    var expectedHours = 0.0
    var partBegin = begin
    // Adds hour by hour, the first and the last of which can be parts.
    while partBegin < end {
      let hour = partBegin.hourNumber
      let hourEnd = WallTime(nanoseconds: (hour + 1) * Duration.hours(1).nanoseconds)
      let partEnd = Swift.min(end, hourEnd)
      expectedHours += self[Int(hour % 24)] * (partEnd - partBegin).seconds / 3600
      partBegin = partEnd
    }
    return expectedHours
  }
}

extension WallTime {
  /// The number of whole hours since 1970.
  fileprivate var hourNumber: Int64 { nanoseconds / Duration.hours(1).nanoseconds }
}
