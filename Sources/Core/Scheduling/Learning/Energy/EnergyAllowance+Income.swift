extension EnergyAllowance {
  /// Returns the income since the last settlement, in days' allowances; zero if the clock went back.
  ///
  /// The result is the income since the last use, less the income until the last settlement. A settlement divides the
  /// income between two uses and does not restart it.
  func income(until time: LocalTime) -> Double {
    guard let lastUse, let settled, time > settled else { return 0 }
    let (shares, longest) = (self.shares, longestIncome)
    /// Returns the income since the last use, at most `longest`. It is 1 for each whole day, and for the rest of a day
    /// the shares of its hours.
    func incomeSinceLastUse(until time: LocalTime) -> Double {
      guard time > lastUse else { return 0 }
      let days = time.days(since: lastUse)
      // From then on, the whole days are already the longest income.
      guard days < longest + 1 else { return longest }
      let wholeDays = days.rounded(.down)
      let rest = share(from: lastUse + .days(Int(wholeDays)), to: time, shares)
      return min(longest, wholeDays + rest)
    }
    return incomeSinceLastUse(until: time) - incomeSinceLastUse(until: settled)
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
    // The faded time of an endless past: the half-life divided by the natural logarithm of 2.
    let mostFadedDays = Self.halfLifeDays / 0.693_147_18
    let fadedUses = hours.exactSum
    // An older version counted uses from an unknown start.
    guard let firstUse, let lastUse else { return fadedUses > 0 ? mostFadedDays / fadedUses : 0 }
    let fadedFirstUse = exp2(-lastUse.days(since: firstUse) / Self.halfLifeDays)
    let fadedDays = mostFadedDays * (1 - fadedFirstUse)
    // The divisor is 0 if only the first use was counted.
    return fadedDays / max(fadedUses - fadedFirstUse, .leastNormalMagnitude)
  }

  /// Returns the share of a day's uses between two moments less than a day apart. Part of an hour has that part of the
  /// hour's share.
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

  /// The share of each hour in a day's allowance, 1 in total: by its uses, and a little for every hour. All shares are
  /// therefore equal before any use is known, and never 0.
  private var shares: HourShares {
    let total = hours.exactSum
    // Each hour gets half a use, and 15 % of the uses are spread evenly over the day.
    return HourShares(hours: hours, total: total, addedToEachHour: 0.15 * total / 24 + 0.5)
  }

  private struct HourShares {
    let hours: HourlyCounts
    let total: Double
    /// The share of every hour, in uses.
    let addedToEachHour: Double

    subscript(hour: Int) -> Double {
      (Double(hours[hour]) + addedToEachHour) / (total + 24 * addedToEachHour)
    }
  }
}
