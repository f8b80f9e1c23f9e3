extension DeviceHabit {
  /// Learns the present interval until the start of the hour of `now`. Only whole hours are learned, so that the
  /// results do not depend on the number of calls.
  mutating func foldWholeHours(until now: Instant, _ settings: Settings) {
    guard let openInterval else { return }
    let local = openInterval.local
    let border = (local + (now.boot - openInterval.start.boot)).startOfHour
    guard border > local else { return }
    fold(until: openInterval.start.advanced(by: border - local), settings)
  }

  /// Learns the present interval until `now`, and begins the next. A sleep within the interval is assumed at its end:
  /// the event that wakes a machine is also observed first.
  mutating func fold(until now: Instant, _ settings: Settings) {
    guard let openInterval else { return }
    let elapsed = max(.zero, now.boot - openInterval.start.boot)
    let awake = max(.zero, min(elapsed, now.awake - openInterval.start.awake))
    if let situation = openInterval.situation {
      learn(situation.index, from: openInterval.local, lasting: awake, settings.forecast)
    }
    if elapsed - awake >= .seconds(1) {
      learn(
        DeviceHabitShares.asleep, from: openInterval.local + awake, lasting: elapsed - awake,
        settings.forecast)
    }
    self.openInterval?.start = now
  }

  /// Learns that the device was in the situation `column`, or asleep, for `length` from `start` on. Only a limited last
  /// part of a long time is learned. A machine that was off for months has not changed its habits. Of months of
  /// activity only the end is remembered. Neither is processed hour by hour.
  mutating func learn(
    _ column: Int, from start: LocalTime, lasting length: Duration, _ settings: ForecastSettings
  ) {
    let isAsleep = column == DeviceHabitShares.asleep
    let most = isAsleep ? settings.longestAbsence : settings.habitHalfLife * 8
    let learned = min(length, most)
    shares.add(
      column: column, from: start + (length - learned), lasting: learned,
      halfLife: settings.habitHalfLife)
  }
}
