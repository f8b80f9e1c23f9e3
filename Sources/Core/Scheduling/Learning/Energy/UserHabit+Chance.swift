extension UserHabit {
  /// The chance that the app is opened within the hour from `moment` on, at least an hour after its
  /// last open, 0 to 1. 0 for an app that was never opened.
  package func chance(of habit: AppHabit, at moment: UserHabitMoment) -> Double {
    habit.lastOpen == nil ? 0 : weights.chance(moment.signs(of: habit))
  }

  /// The same for a single app.
  package func chance(of habit: AppHabit, at time: LocalTime) -> Double {
    chance(of: habit, at: moment(at: time))
  }

  /// What a refresh would be worth now: the chance that the app is opened within the hour and would be
  /// found stale, weighed by how rarely it is opened, so that the few opens of a rare app are not all
  /// given up for one more of a frequent one. 0 while it is fresh, and a part of it from 50 minutes after its
  /// last open until an hour has passed (`AppHabit.share(at:)`).
  ///
  /// The weight is one over opens a day to the power of 0.3: 1 for an app opened once a day, a half for one
  /// opened ten times a day. On recorded and imagined users, 0.25 to 0.5 serve rare
  /// apps better and all opens together hardly worse.
  package func worth(
    of habit: AppHabit, lastRefreshed: LocalTime?, _ costs: RefreshCosts = RefreshCosts(),
    at moment: UserHabitMoment
  ) -> Double {
    guard habit.isStale(at: moment.time, lastRefreshed: lastRefreshed, freshness: costs.freshness)
    else {
      return 0
    }
    return moment.worth(of: habit, weights.values)
      * turn(lastRefreshed: lastRefreshed, costs.turns, at: moment.time)
      * costs.share(habit, lastRefreshed: lastRefreshed, at: moment.time)
  }

  /// Moments at which worths are looked at again while nothing happens: every ten minutes of the
  /// calendar. Chances change that slowly.
  package static let slot = Duration.minutes(10)

  package static func slot(after time: LocalTime) -> LocalTime {
    LocalTime(seconds: (floorDivide(time.wholeSeconds, 600) + 1) * 600)
  }

  /// How long worths are compared from each slot and each open on: so that what had no room gets it.
  static let look = Duration.minutes(1)

  /// Whether worths are compared at `time` because of the calendar: for a minute from each slot on.
  package static func isSlot(_ time: LocalTime) -> Bool {
    floorRemainder(time.wholeSeconds, 600) < 60
  }

  static let longestDelay = 2.0

  /// How many times what it must be worth to wait no longer a refresh must be worth at `moment`: 1, or more
  /// where most of what it is worth comes later than in the next ten minutes.
  ///
  /// A refresh lasts an hour, so to put it off by ten minutes saves a sixth of its price, as long as another one would follow
  /// it. It loses the app's open in these ten minutes, but only where nothing else is opened before: otherwise it is
  /// compared again then. So `patience` is one over the share of opens before which nothing else was.
  /// At most 2, so that an odd habit does not keep refreshes for ever.
  package func delay(at moment: UserHabitMoment, patience: Double) -> Double {
    max(1, min(Self.longestDelay, patience / 6 / immediacy.chance(at: moment)))
  }

  /// The first slot after `time` and not after `end` at which `isWorth` says yes to what a refresh is
  /// worth then, if nothing is opened until then.
  package func nextSlot(
    for habit: AppHabit, lastRefreshed: LocalTime?, _ costs: RefreshCosts = RefreshCosts(),
    after time: LocalTime, until end: LocalTime,
    where isWorth: (_ worth: Double, _ at: UserHabitMoment) -> Bool
  ) -> LocalTime? {
    guard habit.lastOpen != nil else { return nil }
    var slot = Self.slot(after: time)
    while slot <= end {
      let moment = moment(at: slot)
      let worth = self.worth(
        of: habit, lastRefreshed: lastRefreshed, costs, at: moment)
      if isWorth(worth, moment) { return slot }
      slot = slot + Self.slot
    }
    return nil
  }

  /// The best of the next 24 hours to refresh the app, if nothing is opened until then: the earliest
  /// slot where it is worth most. Nil for an app that was never opened.
  package func optimum(
    for habit: AppHabit, lastRefreshed: LocalTime?, _ costs: RefreshCosts = RefreshCosts(),
    after time: LocalTime
  ) -> (worth: Double, at: LocalTime)? {
    var best: (worth: Double, at: LocalTime)?
    _ = nextSlot(
      for: habit, lastRefreshed: lastRefreshed, costs, after: time, until: time + .days(1)
    ) { worth, moment in
      if worth > best?.worth ?? 0 { best = (worth, moment.time) }
      return false
    }
    return best
  }
}
