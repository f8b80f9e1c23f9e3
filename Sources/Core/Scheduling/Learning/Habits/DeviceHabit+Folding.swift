extension DeviceHabit {
  /// Learns the present interval until the start of the hour of `now`. Only whole hours are learned, so that the
  /// results do not depend on the number of calls.
  @inline(__always)  // Otherwise the settings are copied, at every event.
  mutating func foldWholeHours(until now: Instant, _ settings: Settings) {
    guard let openInterval else { return }
    let start = openInterval.local
    let end = start + (now.boot - openInterval.start.boot)
    let lastWholeHour = end.startOfHour
    guard lastWholeHour > start else { return }
    fold(until: openInterval.start.advanced(by: lastWholeHour - start), settings)
  }

  /// Learns the present interval until `now`, and begins the next with the same situation. A sleep within the interval
  /// is assumed at its end, since the first event after a sleep ends the interval.
  mutating func fold(until now: Instant, _ settings: Settings) {
    guard let openInterval else { return }
    // The clock of `boot` advances during sleep, that of `awake` does not.
    let elapsed = max(.zero, now.boot - openInterval.start.boot)
    let awake = max(.zero, min(elapsed, now.awake - openInterval.start.awake))
    let asleep = elapsed - awake
    if let situation = openInterval.situation {
      learn(situation.index, from: openInterval.local, lasting: awake, settings.forecast)
    }
    // Less is a difference between readings of the clocks.
    if asleep >= .seconds(1) {
      learn(
        DeviceHabitShares.asleep, from: openInterval.local + awake, lasting: asleep,
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
    // Time more than eight half-lives ago has less than 1/256 of its weight.
    let longest = isAsleep ? settings.longestAbsence : settings.habitHalfLife * 8
    let learned = min(length, longest)
    let skipped = length - learned
    shares.add(
      column: column, from: start + skipped, lasting: learned, halfLife: settings.habitHalfLife)
  }
}
