/// The usual times of sleep and charging, from published figures of many people. They replace a device's own days
/// before these are known, and have little weight afterwards.
///
/// - Sleep: people of 15 and over in the United States sleep 8.6 hours on weekdays and 9.4 at weekends, and at three in
///   the morning 94 % of them (American Time Use Survey, 2015 and 2003 to 2007). They differ by about an hour in when
///   (Roenneberg and others, 2019), so the share rises and falls over four.
/// - Charging: 64 % charge their phone overnight, 69 % at least twice a day (NPD for OnePlus, 2021, 1,000 people).
/// - Unplugging: a machine that fell asleep on external power keeps it while its user sleeps. It keeps it in half of the
///   other cases, which is a guess: no figures are published.
/// - Use: about a sixth of the waking day at most (Falaki and others, 2010).
enum UsualDay {
  /// The share of sleepers in the middle of the night.
  private static let deepest = 0.94
  /// The share of sleepers at any other time: night workers, and naps.
  private static let least = 0.03
  /// The hours within which all fall asleep, or wake up.
  private static let spread = 4.0
  /// The shares of plugged-in devices of sleepers, and of others.
  static let chargingAsleep = 0.64
  static let chargingAwake = 0.05
  /// The share of machines that still have external power, of those that fell asleep on it and whose users are awake.
  private static let connectedAwake = 0.5
  /// The share of idle devices of people who are awake.
  static let idleAwake = 0.85

  /// Returns the hours from midnight before a day's morning until half of the people sleep, and until half are up.
  private static func night(before morning: LocalTime) -> (falls: Double, wakes: Double) {
    morning.weekday < 5 ? (-1.33, 7.33) : (-0.87, 8.67)
  }

  /// Returns the midnight of the last or next night of `moment`, and the hours from it until `moment`: negative before
  /// midnight. From 15:00 on, the next night counts.
  private static func nearestNight(
    of moment: LocalTime
  ) -> (midnight: LocalTime, hours: Double) {
    let hoursBeforeMidnight: Int64 = 9
    let day = floorDivide(moment.wholeSeconds + hoursBeforeMidnight * 3600, 86400)
    let midnight = LocalTime(seconds: day * 86400)
    return (midnight, moment.seconds(since: midnight) / 3600)
  }

  /// Returns the share of people who have fallen asleep, or woken up, by `hours`: 0 to 1, rising evenly over the spread
  /// around `middle`.
  private static func share(_ hours: Double, around middle: Double) -> Double {
    max(0, min(1, (hours - middle) / spread + 0.5))
  }

  /// Returns the share of average users who are asleep at `moment`.
  static func asleep(at moment: LocalTime) -> Double {
    let (midnight, hours) = nearestNight(of: moment)
    let night = night(before: midnight)
    let fallenAsleep = share(hours, around: night.falls)
    let wokenUp = share(hours, around: night.wakes)
    return least + (deepest - least) * fallenAsleep * (1 - wokenUp)
  }
}

extension UsualDay {
  /// Returns the chance of each situation of an average user's device in this hour of the week, by column of
  /// `DeviceHabitShares`.
  static func shares(atHourOfWeek hour: Int) -> [Double] {
    // The fifth of January 1970 was a Monday. The middle of the hour stands for all of it.
    let hoursSince1970 = Int64(4 * 24 + hour)
    let asleep = asleep(at: LocalTime(seconds: hoursSince1970 * 3600 + 1800))
    var shares = [Double](repeating: 0, count: DeviceHabitShares.columns)
    for (isPowered, isIdle) in [(false, false), (false, true), (true, false), (true, true)] {
      // The device of a sleeper is always idle.
      let powerOfSleepers = isPowered ? chargingAsleep : 1 - chargingAsleep
      let ofSleepers = isIdle ? powerOfSleepers : 0
      let powerOfOthers = isPowered ? chargingAwake : 1 - chargingAwake
      let ofOthers = powerOfOthers * (isIdle ? idleAwake : 1 - idleAwake)
      shares[Situation(isPowered: isPowered, isIdle: isIdle).index] =
        asleep * ofSleepers + (1 - asleep) * ofOthers
    }
    return shares
  }

  /// Returns the chance that a machine in standby has external power at `moment`, whether its user is asleep or awake.
  /// Used to choose when to wake the machine.
  ///
  /// - Parameter wasPowered: Whether the machine had external power when its standby began.
  static func power(at moment: LocalTime, wasPowered: Bool) -> Double {
    let usersAsleep = asleep(at: moment)
    let usersAwake = 1 - usersAsleep
    // With power, the machine keeps it while its user is asleep. Without power, any user may have connected it since.
    return wasPowered
      ? usersAsleep + usersAwake * connectedAwake
      : usersAsleep * chargingAsleep + usersAwake * chargingAwake
  }
}
