extension UserHabit {
  /// Returns the chance that the app is opened within the hour from `moment` on, at least an hour after its last open,
  /// 0 to 1. It is 0 for an app that was never opened.
  package func chance(of habit: AppHabit, at moment: UserHabitMoment) -> Double {
    habit.lastOpen == nil ? 0 : causes(of: habit, moment.signs(of: habit), at: moment).chance
  }

  /// Returns the state at `time`, without the app opened last if sequences have no effect.
  func moment(at time: LocalTime, _ costs: RefreshCosts) -> UserHabitMoment {
    var moment = moment(at: time)
    if costs.sequence == 0 { moment.previous = nil }
    return moment
  }

  /// Returns the causes of an open of an app with these signs at `moment`. The weights have learned from all opens, also
  /// from those that followed: their chance is that of the other reasons, and a little more.
  func causes(of habit: AppHabit, _ signs: UserHabitSigns, at moment: UserHabitMoment)
    -> OpenCauses
  {
    OpenCauses(of: habit, signs, weights.values, at: moment)
  }

  /// Returns the same chance as `chance(of:at:)` of a moment, for callers that ask about a single app.
  package func chance(of habit: AppHabit, at time: LocalTime) -> Double {
    chance(of: habit, at: moment(at: time))
  }

  /// Returns the present worth of a refresh: the chance that the app is opened within the hour while stale, weighted by
  /// how rarely it is opened. The few opens of a rare app are thus not all given up for one more of a frequent one. It
  /// is 0 while the app is fresh, and rises from 50 minutes to an hour after its last open (`AppHabit.share(at:)`).
  ///
  /// The weight is one over opens a day to the power of 0.15: 1 for an app opened once a day, seven tenths for one opened
  /// ten times a day.
  ///
  /// An app that usually follows the app opened last is worth more than its chance. Its open is imminent, so its
  /// refresh cannot be made later, and saves more of its hour.
  package func worth(
    of habit: AppHabit, lastRefreshed: LocalTime?, _ costs: RefreshCosts = RefreshCosts(),
    at moment: UserHabitMoment
  ) -> Double {
    worth(of: habit, causes: nil, lastRefreshed: lastRefreshed, costs, at: moment)
  }

  /// Returns the same worth of an app with these causes of an open; `nil` if they are not known yet.
  func worth(
    of habit: AppHabit, causes: OpenCauses?, lastRefreshed: LocalTime?, _ costs: RefreshCosts,
    at moment: UserHabitMoment
  ) -> Double {
    guard habit.isStale(at: moment.time, lastRefreshed: lastRefreshed, freshness: costs.freshness)
    else {
      return 0
    }
    let causes = causes ?? self.causes(of: habit, moment.signs(of: habit), at: moment)
    return moment.worth(
      of: habit, causes, lastRefreshed: lastRefreshed, costs, turnWeight: turnWeight(costs.turns))
  }

  /// The times at which valuations are compared without events: every ten minutes of the calendar. Chances change
  /// slowly enough.
  package static let slot = Duration.seconds(slotSeconds)
  private static let slotSeconds: Int64 = 600

  /// Returns the start of the next slot: 10:20 for 10:10 and for 10:19.
  package static func slot(after time: LocalTime) -> LocalTime {
    LocalTime(seconds: (floorDivide(time.wholeSeconds, slotSeconds) + 1) * slotSeconds)
  }

  /// The duration of comparisons after each slot and each open, so that apps without a free slot get one.
  static let comparisonTime = Duration.minutes(1)

  /// Whether valuations are compared at `time` because of the calendar: for a minute from each slot on.
  package static func isSlot(_ time: LocalTime) -> Bool {
    floorRemainder(time.wholeSeconds, slotSeconds) < 60
  }

  private static let slotsPerHour = 6.0
  static let greatestPriceFactor = 2.0

  /// Returns the factor of the price that a refresh must reach at `moment` to wait no longer: 1, or more if most of its
  /// worth comes later than in the next ten minutes.
  ///
  /// A refresh lasts an hour, so a delay of ten minutes saves a sixth of its price if another one would follow it. It
  /// loses the app's open in these ten minutes, but only if no other app is opened before: another open causes a new
  /// comparison. So `patience` is one over the share of opens with no other open before them. At most 2, so that an odd
  /// habit does not delay refreshes forever.
  package func priceFactor(at moment: UserHabitMoment, patience: Double) -> Double {
    let chanceOfSoon = immediacy.chance(at: moment)
    return max(1, min(Self.greatestPriceFactor, patience / Self.slotsPerHour / chanceOfSoon))
  }

  /// Returns the first slot after `time` and not after `end` whose worth satisfies `isWorth`, if nothing is opened
  /// until then; `nil` if there is none.
  package func nextSlot(
    for habit: AppHabit, lastRefreshed: LocalTime?, _ costs: RefreshCosts = RefreshCosts(),
    after time: LocalTime, until end: LocalTime,
    where isWorth: (_ worth: Double, _ at: UserHabitMoment) -> Bool
  ) -> LocalTime? {
    guard habit.lastOpen != nil else { return nil }
    var slot = Self.slot(after: time)
    while slot <= end {
      let moment = moment(at: slot, costs)
      let worth = self.worth(
        of: habit, lastRefreshed: lastRefreshed, costs, at: moment)
      if isWorth(worth, moment) { return slot }
      slot = slot + Self.slot
    }
    return nil
  }

  /// Returns the best slot of the next 24 hours to refresh the app, if nothing is opened until then: the earliest with
  /// the greatest worth; `nil` if there is none, or the app was never opened.
  package func optimum(
    for habit: AppHabit, lastRefreshed: LocalTime?, _ costs: RefreshCosts = RefreshCosts(),
    after time: LocalTime
  ) -> (worth: Double, at: LocalTime)? {
    var best: (worth: Double, at: LocalTime)?
    // The closure accepts no slot, so that the search visits all of them.
    _ = nextSlot(
      for: habit, lastRefreshed: lastRefreshed, costs, after: time, until: time + .days(1)
    ) { worth, moment in
      if worth > best?.worth ?? 0 { best = (worth, moment.time) }
      return false
    }
    return best
  }
}

extension UserHabitMoment {
  /// Returns the worth of a refresh of an app with these causes of an open, whose content is stale or will be soon.
  func worth(
    of habit: AppHabit, _ causes: OpenCauses, lastRefreshed: LocalTime?, _ costs: RefreshCosts,
    turnWeight: Double
  ) -> Double {
    worth(of: habit, causes, sequence: costs.sequence)
      * UserHabit.turn(lastRefreshed: lastRefreshed, weight: turnWeight, at: time)
      * costs.share(habit, lastRefreshed: lastRefreshed, at: time)
  }
}
