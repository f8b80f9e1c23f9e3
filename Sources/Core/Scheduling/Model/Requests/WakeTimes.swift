/// The times around a wake of the machine by its alarm.
enum WakeTimes {
  /// The least time between two wakes, more than a night.
  static let spacing = Duration.hours(16)
  /// The least time between two wakes after `fruitlessLimit` wakes in a row in which no run began.
  static let longSpacing = Duration.days(3)
  static let fruitlessLimit = 3
  /// The longest expected run for which the machine is woken earlier.
  static let longestRun = Duration.hours(2)
  /// The time from a wake to the first run: power and network become steady.
  static let settling = Duration.minutes(5)
  /// The interval of the moments of a request that is late already.
  static let retry = Duration.hours(1)
  /// The longest time by which a wake comes before the last moment of a request, because external power is likelier
  /// then.
  static let reach = Duration.days(1)
  /// The difference between chances of external power that moves no wake.
  static let powerMargin = 0.1
  /// The time awake without a request that can run, in which a source may still report power.
  static let shortStay = Duration.minutes(1)
  /// The time awake in which a request that can run must begin.
  static let longStay = Duration.minutes(10)
  /// The longest time from the alarm to the first event after it. A later event is no effect of the alarm.
  static let reaction = Duration.minutes(2)
  /// The longest time by which the machine is awake before the alarm. The kernel sets the clock of the machine to whole
  /// seconds, and rounds them down.
  static let early = Duration.seconds(10)
  /// The longest time without a sign of a daemon after which a restarted one lets a woken machine sleep again. A run of
  /// a backup may write nothing for so long.
  static let absence = Duration.minutes(30)
  /// The time after which a machine that should sleep again stays awake, since another program prevents its sleep.
  static let overstay = Duration.minutes(5)
}
