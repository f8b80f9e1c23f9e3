import Scheduling

// The same days with other habits.
extension DeviceModel {
  /// Shifts, scales and drops the user's habits by the traits. Each habit then also moves with the shift of the user's
  /// day, and can become two: one of working days and one of free days. Charging and stays on a single day are
  /// unchanged.
  mutating func applyHabitTraits(_ traits: DeviceTraits) {
    plugged = plugged.flatMap { period in
      guard period.from.day == nil else { return [period] }
      var period = period
      period.from.afterMidnight += .seconds(rounded: traits[.chargerShift])
      period.length = period.length.scaledPeriod(by: traits[.chargerLength])
      period.habit.jitter += .seconds(rounded: traits[.chargerJitter])
      period.habit.chance *= 1 - traits[.chargerForgotten]
      return period.shifted(by: traits)
    }
    stays = stays.flatMap { stay in
      guard stay.period.from.day == nil else { return [stay] }
      var period = stay.period
      let length = period.length.scaledPeriod(by: traits[.awayLength])
      // The middle of the stay does not move.
      period.from.afterMidnight -= (length - period.length) / 2
      period.length = length
      period.habit.chance *= 1 - traits[.daysAtHome]
      return period.shifted(by: traits).map { Stay(place: stay.place, period: $0) }
    }
    sleeps = sleeps.flatMap { $0.shifted(by: traits) }
    sessions = sessions.flatMap { session in
      var session = session
      if session.from.day == nil { session.length = session.length.scaledPeriod(by: traits[.use]) }
      return session.shifted(by: traits)
    }
    use = use.flatMap { rhythm in
      var rhythm = rhythm
      rhythm.scale(by: traits[.use])
      return rhythm.withStays(scaledBy: traits[.stays]).shifted(by: traits)
    }
  }
}

extension AppModel {
  /// Returns the app with more or fewer opens, other times of opens, and longer or shorter stays, by the traits.
  func withOpens(variedBy traits: DeviceTraits) -> AppModel {
    var app = self
    app.opens = opens.flatMap { rhythm in
      var rhythm = rhythm
      if case .at(let time) = rhythm.times, time.day == nil {
        // A user with fewer opens skips some.
        rhythm.habit.chance *= min(1, traits[.opens])
        rhythm.habit.jitter += .seconds(rounded: traits[.openJitter])
      }
      // Changes only a number of opens a day, which an open at a fixed time does not have.
      rhythm.scale(by: traits[.opens])
      return rhythm.withStays(scaledBy: traits[.stays]).shifted(by: traits)
    }
    return app
  }
}

// MARK: Days

/// Returns the weekdays, 0 for Monday to 6 for Sunday, on which a habit at this time of day follows the shift of free
/// days: Saturday and Sunday, or Friday and Saturday from noon on.
private func freeDays(from time: Duration) -> Set<Int> {
  // An evening belongs to the following night.
  time >= .hours(12) ? [4, 5] : [5, 6]
}

extension Habit {
  /// Returns the habit with the time by which the user's day is shifted. If free days have a shift of their own,
  /// returns the habit of the working days and that of the free days, each with its shift; one without any days is
  /// left out.
  ///
  /// - Parameter time: The time of day of the habit, which determines its free days.
  fileprivate func shifted(
    at time: Duration, by traits: DeviceTraits
  ) -> [(habit: Habit, shift: Duration)] {
    let dayShift = Duration.seconds(rounded: traits[.dayShift])
    let weekendShift = Duration.seconds(rounded: traits[.weekendShift])
    guard weekendShift != .zero else { return [(self, dayShift)] }
    let freeWeekdays = freeDays(from: time)
    let parts: [(days: Set<Int>, shift: Duration)] = [
      (weekdays.subtracting(freeWeekdays), dayShift),
      (weekdays.intersection(freeWeekdays), dayShift + weekendShift),
    ]
    return parts.filter { !$0.days.isEmpty }.map { days, shift in
      var habit = self
      habit.weekdays = days
      return (habit, shift)
    }
  }
}

extension DailyPeriod {
  /// Returns the interval moved by the shift of the user's day, as two intervals if free days have a shift of their
  /// own. An interval on a single day is unchanged.
  fileprivate func shifted(by traits: DeviceTraits) -> [DailyPeriod] {
    guard from.day == nil else { return [self] }
    return habit.shifted(at: from.afterMidnight, by: traits).map { habit, shift in
      DailyPeriod(from: DayTime(from.afterMidnight + shift), length: length, habit)
    }
  }
}

extension Rhythm {
  /// Returns the rhythm moved by the shift of the user's day, as two rhythms if free days have a shift of their own.
  /// A rhythm on a single day is unchanged.
  fileprivate func shifted(by traits: DeviceTraits) -> [Rhythm] {
    let time =
      switch times {
      case .at(let time), .often(_, let time, _): time
      }
    guard time.day == nil else { return [self] }
    return habit.shifted(at: time.afterMidnight, by: traits).map { habit, shift in
      Rhythm(times.shifted(by: shift), stay: stay, habit)
    }
  }

  /// Returns the rhythm with the shortest and the longest stay multiplied by `factor`.
  fileprivate func withStays(scaledBy factor: Double) -> Rhythm {
    let stay =
      stay.lowerBound.scaledToMilliseconds(
        by: factor)...stay.upperBound.scaledToMilliseconds(by: factor)
    return Rhythm(times, stay: stay, habit)
  }
}

extension Rhythm.Times {
  /// Returns the times moved by `shift`. Any single day is lost, so the caller excludes times of a single day.
  fileprivate func shifted(by shift: Duration) -> Rhythm.Times {
    switch self {
    case .at(let time): .at(DayTime(time.afterMidnight + shift))
    case .often(let times, let time, let length):
      .often(times, between: DayTime(time.afterMidnight + shift), length: length)
    }
  }
}

extension Duration {
  /// Returns whole seconds, so that results are the same everywhere.
  fileprivate static func seconds(rounded seconds: Double) -> Duration {
    .seconds(Int64(bounded: seconds.rounded()))
  }

  /// Returns the duration times `factor`, to the millisecond.
  fileprivate func scaledToMilliseconds(by factor: Double) -> Duration {
    factor == 1 ? self : .milliseconds(Int64(bounded: (seconds * factor * 1000).rounded()))
  }

  /// Returns the duration times `factor`, to the second, but at least a minute and at most 23 hours. A duration of 23
  /// hours or more is unchanged.
  fileprivate func scaledPeriod(by factor: Double) -> Duration {
    guard factor != 1 else { return self }
    let scaled = max(Duration.minutes(1), Duration.seconds(rounded: seconds * factor))
    return self < .hours(23) ? min(scaled, .hours(23)) : self
  }
}
