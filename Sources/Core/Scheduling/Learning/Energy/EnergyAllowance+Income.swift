extension EnergyAllowance {
  /// Returns the income since the last settlement, in days' allowances; zero if the clock went back.
  ///
  /// The result is the income since the last use, less the income until the last settlement. A settlement divides the
  /// income between two uses and does not restart it.
  func income(until time: LocalTime) -> Double {
    guard let lastUse, let settled, time > settled else { return 0 }
    let (shares, longest) = (self.shares, longestIncome)
    /// Returns the income since the last use, at most `longest`.
    func income(until time: LocalTime) -> Double {
      guard time > lastUse else { return 0 }
      let days = time.days(since: lastUse)
      guard days < longest + 1 else { return longest }
      let whole = days.rounded(.down)
      return min(longest, whole + share(from: lastUse + .days(Int(whole)), to: time, shares))
    }
    return income(until: time) - income(until: settled)
  }

  /// The maximum income between two uses, in days' allowances, regardless of charges: one, plus three for each day by
  /// which the device is usually unused for more than a day. Five days' refreshes are useless after a journey, and so
  /// are those of a device that lies unused.
  var longestIncome: Double {
    lastUse == firstUse ? 1 : min(28, 1 + 3 * max(0, usualPause - 1))
  }

  /// The recent days between two uses: the faded time in which uses were counted, divided by their faded number without
  /// the first, which started the count.
  private var usualPause: Double {
    let mean = Self.halfLifeDays / 0.693_147_18
    let uses = hours.reduce(0.0) { $0 + Double($1) }
    guard let firstUse, let lastUse else { return uses > 0 ? mean / uses : 0 }
    let faded = exp2(-lastUse.days(since: firstUse) / Self.halfLifeDays)
    return mean * (1 - faded) / max(uses - faded, .leastNormalMagnitude)
  }

  /// Returns the share of a day's uses between two moments less than a day apart.
  private func share(from start: LocalTime, to end: LocalTime, _ shares: HourShares) -> Double {
    var sum = 0.0
    var hour = start.startOfHour
    while hour < end {
      let next = hour + .hours(1)
      sum += shares[hour.hour] * (min(end, next).seconds(since: max(start, hour)) / 3600)
      hour = next
    }
    return sum
  }

  /// The share of each hour in a day's allowance, 1 in total: by its uses, and a little for every hour. The curve is
  /// therefore level before anything is known, and never stands still.
  private var shares: HourShares {
    let total = hours.reduce(0.0) { $0 + Double($1) }
    return HourShares(hours: hours, total: total, everywhere: 0.15 * total / 24 + 0.5)
  }

  private struct HourShares {
    let hours: [Float]
    let total: Double
    /// The share of every hour, in uses.
    let everywhere: Double

    subscript(hour: Int) -> Double {
      (Double(hours[hour]) + everywhere) / (total + 24 * everywhere)
    }
  }
}
