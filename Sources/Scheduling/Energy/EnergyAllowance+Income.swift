extension EnergyAllowance {
  /// What has come in since the last settlement, in days' allowances. None where the clock went back.
  ///
  /// It is what has come in since the last use, less what had by the last settlement: a settlement
  /// divides what comes in between two uses, and does not begin it anew.
  func income(until time: LocalTime) -> Double {
    guard let lastUse, let settled, time > settled else { return 0 }
    let shares = self.shares
    return income(since: lastUse, until: time, shares)
      - income(since: lastUse, until: settled, shares)
  }

  private func income(since use: LocalTime, until time: LocalTime, _ shares: [Double]) -> Double {
    guard time > use else { return 0 }
    guard time - use < .days(2) else { return Self.longestIncomeDays }
    return min(Self.longestIncomeDays, share(from: use, to: time, shares))
  }

  /// The share of a day's uses that falls between two moments at most two days apart.
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
