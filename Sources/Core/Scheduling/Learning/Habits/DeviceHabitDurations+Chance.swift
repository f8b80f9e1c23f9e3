extension DeviceHabitDurations {
  /// Returns the chance that an interval of age `age` lasts at least `length` more.
  ///
  /// Without any knowledge the general prior applies: an interval is as likely as not to last as long again as it has
  /// lasted (a rate of 1 / age).
  package func chance(of length: Duration, at age: Duration, settings: Settings) -> Double {
    // The sum of rate times time over the ages that the interval passes through.
    var expectedEnds = 0.0
    let (ageNow, ageThen) = (age.seconds, age.seconds + max(0, length.seconds))
    for index in 0..<Self.ages {
      let seconds = min(ageThen, Self.end(of: index)) - max(ageNow, Self.start(of: index))
      if seconds > 0 { expectedEnds += rate(index, settings.forecast) * seconds }
    }
    // The chance of no end is e to the power of -expectedEnds, here as a power of 2.
    return exp2(-expectedEnds / Self.naturalLogarithmOf2)
  }

  /// Returns the further length that an interval of age `age` reaches with the chance `chance`, above 0; `nil` if it
  /// never ends.
  package func length(with chance: Double, at age: Duration, settings: Settings) -> Duration? {
    // The reverse of `chance(of:at:settings:)`: passes through the ages until the expected ends are used up.
    var endsLeft = -log2(max(1e-9, min(1, chance))) * Self.naturalLogarithmOf2
    var ageSoFar = age.seconds
    for index in 0..<Self.ages where Self.end(of: index) > ageSoFar {
      let rate = rate(index, settings.forecast)
      let seconds = endsLeft / rate
      if ageSoFar + seconds <= Self.end(of: index) { return .seconds(ageSoFar + seconds) - age }
      endsLeft -= rate * (Self.end(of: index) - ageSoFar)
      ageSoFar = Self.end(of: index)
    }
    return nil
  }

  /// Returns the age from `age` on at which the chance of lasting `length` more first reaches `sureness`; `nil` if it
  /// does not within a day. Searches in steps of a twentieth of the age.
  package func age(
    from age: Duration, reaching sureness: Double, of length: Duration, settings: Settings
  ) -> Duration? {
    var candidate = age
    while candidate < .days(1) {
      if chance(of: length, at: candidate, settings: settings) >= sureness { return candidate }
      candidate += max(.seconds(1), candidate / 20)
    }
    return nil
  }

  /// Returns the expected ends per second of intervals in the age range `age`. Observations are shrunk toward 1 / age.
  private func rate(_ age: Int, _ settings: ForecastSettings) -> Double {
    // The square root of 2 times its start is in the middle of a range whose end is twice its start.
    let middleSeconds = max(Self.start(of: age), Self.end(of: 0) / 2) * 1.4142135623730951
    let imaginedEnds = settings.spellStrength
    let observedSeconds = Double(watched[age])
    return (Double(ended[age]) + imaginedEnds) / (observedSeconds + imaginedEnds * middleSeconds)
  }

  private static let naturalLogarithmOf2 = 0.6931471805599453
}
