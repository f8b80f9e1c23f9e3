extension DeviceHabitDurations {
  /// Returns the chance that an interval of age `age` lasts at least `length` more.
  ///
  /// Without any knowledge the general prior applies: an interval is as likely as not to last as long again as it has
  /// lasted (a rate of 1 / age).
  package func chance(of length: Duration, at age: Duration, settings: Settings) -> Double {
    var ends = 0.0
    let (begin, close) = (age.seconds, age.seconds + max(0, length.seconds))
    for index in 0..<Self.ages {
      let overlap = min(close, Self.end(of: index)) - max(begin, Self.start(of: index))
      if overlap > 0 { ends += rate(index, settings.forecast) * overlap }
    }
    return exp2(-ends / Self.naturalLogarithmOf2)
  }

  /// Returns the further length that an interval of age `age` reaches with the chance `chance`, above 0; `nil` if it
  /// never ends.
  package func length(with chance: Double, at age: Duration, settings: Settings) -> Duration? {
    var left = -log2(max(1e-9, min(1, chance))) * Self.naturalLogarithmOf2
    var moment = age.seconds
    for index in 0..<Self.ages where Self.end(of: index) > moment {
      let rate = rate(index, settings.forecast)
      let needed = left / rate
      if moment + needed <= Self.end(of: index) { return .seconds(moment + needed) - age }
      left -= rate * (Self.end(of: index) - moment)
      moment = Self.end(of: index)
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
    let middle = max(Self.start(of: age), Self.end(of: 0) / 2) * 1.4142135623730951
    let prior = settings.spellStrength
    return (Double(ended[age]) + prior) / (Double(watched[age]) + prior * middle)
  }

  private static let naturalLogarithmOf2 = 0.6931471805599453
}
