extension EnergyAllowance {
  /// What has come in since the last settlement, in days' allowances. None where the clock went back.
  ///
  /// It is what has come in since the last use, less what had by the last settlement: a settlement
  /// divides what comes in between two uses, and does not begin it anew.
  func income(until time: LocalTime) -> Double {
    guard let lastUse, let settled, time > settled else { return 0 }
    let (shares, longest) = (self.shares, longestIncome)
    func income(until time: LocalTime) -> Double {
      guard time > lastUse else { return 0 }
      let days = (time - lastUse).days
      guard days < longest + 1 else { return longest }
      let whole = days.rounded(.down)
      return min(longest, whole + share(from: lastUse + .days(Int(whole)), to: time, shares))
    }
    return income(until: time) - income(until: settled)
  }

  /// How many days' allowances come in at most between two uses, whatever is charged meanwhile: one,
  /// since nobody needs five days' refreshes at once after a journey, nor those of a device that lies
  /// unused; and three for each day by which the device is usually unused for more than a day.
  var longestIncome: Double {
    lastUse == firstUse ? 1 : min(28, 1 + 3 * max(0, usualPause - 1))
  }

  /// The days between two uses, of late: the faded time in which uses were counted, divided by their
  /// faded number without the first, which began it.
  private var usualPause: Double {
    let mean = Self.halfLifeDays / 0.693_147_18
    let uses = hours.reduce(0.0) { $0 + Double($1) }
    guard let firstUse, let lastUse else { return uses > 0 ? mean / uses : 0 }
    let faded = exp2(-(lastUse - firstUse).days / Self.halfLifeDays)
    return mean * (1 - faded) / max(uses - faded, .leastNormalMagnitude)
  }

  /// The share of a day's uses that falls between two moments less than a day apart.
  private func share(from start: LocalTime, to end: LocalTime, _ shares: [Double]) -> Double {
    var sum = 0.0
    var hour = start.startOfHour
    while hour < end {
      let next = hour + .hours(1)
      sum += shares[hour.hour] * (min(end, next) - max(start, hour)).hours
      hour = next
    }
    return sum
  }

  /// The share of each hour in a day's allowance, 1 in all: of its uses, and a little for every hour,
  /// so that the curve is level before anything is known and never stands still.
  var shares: [Double] {
    let total = hours.reduce(0.0) { $0 + Double($1) }
    let everywhere = 0.15 * total / 24 + 0.5
    return hours.map { (Double($0) + everywhere) / (total + 24 * everywhere) }
  }
}
