// Apps that follow directly after the app that was opened last, in the same session.
extension UserHabitMoment {
  /// Returns the chance, before `presentFactor`, that the app is opened directly after the app that was opened last, 0
  /// to 1; 0 if that was not within the session. It is the share of the visits to apps of its bucket that the app followed, shrunk towards its
  /// usual share of all visits. It falls by half every five minutes, since the next app mostly opens within seconds.
  func chanceToFollow(_ habit: AppHabit) -> Double {
    guard let previous else { return 0 }
    let fading = habit.fading(at: time, halfLifeDays: AppHabit.slowHalfLifeDays)
    let imagined = ImaginedUse.visitsBefore
    let usual =
      (Double(habit.after.sum) * fading + ImaginedUse.followsOfApp)
      / (previous.allVisits + ImaginedUse.visitsOfAll)
    let followed = Double(habit.after[previous.bucket]) * fading + imagined * usual
    return previous.weight * min(1, followed / (previous.visits + imagined))
  }

  /// Returns the chances of eight apps to be opened directly after `previous`, the app that was opened last. They are
  /// calculated as in `chanceToFollow`. `previous.weight` halves every five minutes, and the chances with it.
  ///
  /// - Parameter fading: The factor by which the slow counts of each of the eight apps have faded since its last open.
  @inline(__always)
  func chancesToFollow<Batch: Batch8>(
    _ habits: HabitLanes, _ previous: Previous, fading: Batch
  ) -> Batch {
    let imagined = ImaginedUse.visitsBefore
    let usual =
      (Batch(habits.opensAfterAny) * fading + ImaginedUse.followsOfApp)
      / (previous.allVisits + ImaginedUse.visitsOfAll)
    let followed = Batch(habits.opens(after: previous.bucket)) * fading + imagined * usual
    return (followed / (previous.visits + imagined)).atMost(1) * previous.weight
  }

  /// The greatest exponent of `presentFactor`: a damaged store may contain any weight.
  private static var greatestExponent: Double { 30 }

  /// Returns the factor by which an app with these signs is opened more often at present than usual, by their weights:
  /// in these days, today, and at this hour and day of the week. The chance to follow changes by the same factor.
  func presentFactor(_ signs: UserHabitSigns, _ weights: UserHabitSigns) -> Double {
    var sum = weights[.lately] * signs[.lately]
    sum += weights[.today] * signs[.today]
    sum += weights[.hour] * signs[.hour]
    sum += weights[.sameHour] * signs[.sameHour]
    sum += weights[.dayOfWeek] * signs[.dayOfWeek]
    let limit = Self.greatestExponent
    return exp2(max(-limit, min(limit, sum)) / naturalLogOf2)
  }

  /// Returns the same factors of eight apps, from the sums of these signs, each multiplied by its weight.
  @inline(__always)
  static func presentFactors<Batch: Batch8>(_ sums: Batch) -> Batch {
    let limit = greatestExponent
    return Batch.exp2(sums.atMost(limit).atLeast(-limit) / naturalLogOf2)
  }
}

extension UserHabitSign {
  /// Whether the sign belongs to those of `presentFactor`, which are added up in the order of signs.
  @inline(__always)
  var isOfPresent: Bool {
    switch self {
    case .lately, .today, .hour, .sameHour, .dayOfWeek: true
    default: false
    }
  }
}

/// The two causes of an open within the hour. An app is opened because it follows in this session, or for any other
/// reason.
struct OpenCauses {
  /// The chance to follow directly, 0 to 1.
  var following: Double
  /// The chance of an open for any other reason, above 0.
  var others: Double
  /// Whether the app follows the unlocking of the device, not an app.
  var followsUnlocking = false

  /// Creates the causes of an open of an app with these signs.
  init(
    of habit: AppHabit, _ signs: UserHabitSigns, _ weights: UserHabitSigns,
    at moment: UserHabitMoment
  ) {
    let usual = moment.chanceToFollow(habit)
    following = usual > 0 ? min(1, usual * moment.presentFactor(signs, weights)) : 0
    others = UserHabitWeights.chance(signs, weights)
    followsUnlocking = moment.previous?.isUnlocking == true
  }

  /// The chance of an open within the hour.
  var chance: Double { others + following * (1 - others) }

  /// The chance of the next ten minutes relative to a sixth of the hour's: 1 for an app that does not follow, 6 for one
  /// that is opened now or not at all. The other reasons are spread evenly over the hour.
  var imminence: Double { 1 + 5 * following / chance }
}
