extension EnergyAllowance {
  /// What has come in since the last settlement, in days' allowances. None where the clock went back.
  func income(until time: LocalTime) -> Double {
    guard let settled, time > settled else { return 0 }
    guard time - settled < .days(2) else { return Self.longestIncomeDays }
    return min(Self.longestIncomeDays, share(from: settled, to: time))
  }

  /// The share of a day's uses that falls between two moments at most two days apart.
  private func share(from start: LocalTime, to end: LocalTime) -> Double {
    let shares = self.shares
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
