extension DeviceHabit {
  /// Learns the hours that are over, so that the hours are the same however often one asks.
  mutating func foldWholeHours(until now: Instant, _ settings: Settings) {
    guard let stretch else { return }
    let local = stretch.local
    let border = (local + (now.boot - stretch.start.boot)).startOfHour
    guard border > local else { return }
    fold(until: stretch.start.advanced(by: border - local), settings)
  }

  /// Learns the present stretch until `now`, and begins the next. Where the machine slept in it, it
  /// is taken to have slept at its end: what wakes a machine is also what is observed first.
  mutating func fold(until now: Instant, _ settings: Settings) {
    guard let stretch else { return }
    let elapsed = max(.zero, now.boot - stretch.start.boot)
    let awake = max(.zero, min(elapsed, now.awake - stretch.start.awake))
    if let situation = stretch.situation {
      learn(situation.index, from: stretch.local, lasting: awake, settings.forecast)
    }
    if elapsed - awake >= .seconds(1) {
      learn(
        DeviceHabitShares.asleep, from: stretch.local + awake, lasting: elapsed - awake,
        settings.forecast)
    }
    self.stretch?.start = now
  }

  /// A machine that was off for months has not changed its habits, and of what it did for months only
  /// the end is remembered: neither is gone through hour by hour.
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
