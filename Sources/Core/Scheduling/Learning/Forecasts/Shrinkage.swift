/// Estimates of the device's situation at each hour of the week, from few observed hours. An estimate from few
/// observations is drawn toward a more general one (shrinkage). The hour of the week is drawn toward the hour of the
/// day on weekdays or weekends. That hour is drawn toward the hour of any day, and this one toward all hours.
struct Shrinkage {
  private typealias Row = [Double]
  private let settings: ForecastSettings
  private(set) var chances: [Double] = []

  /// Computes the chances of all situations, hour by hour of the week. An hour with few observations gets nearly the
  /// chances of the same hour on similar days.
  init(_ shares: DeviceHabitShares, _ settings: ForecastSettings) {
    self.settings = settings
    let hours = (0..<DeviceHabitShares.hours).map { hour in
      (0..<DeviceHabitShares.columns).map { shares.hours($0, at: hour) }
    }
    let overall = mean(of: hours)
    let anyDay = sharesByHour(hours, of: 0..<7, toward: (0..<24).map { _ in overall })
    let weekday = sharesByHour(hours, of: 0..<5, toward: anyDay)
    let weekend = sharesByHour(hours, of: 5..<7, toward: anyDay)
    for (hour, row) in hours.enumerated() {
      let (day, hourOfDay) = (hour / 24, hour % 24)
      let general = day < 5 ? weekday[hourOfDay] : weekend[hourOfDay]
      chances += Self.shrink(row, toward: general, strength: settings.dayHourStrength)
    }
  }

  /// Returns the shares of all situations in `rows` together; equal shares if nothing was observed.
  private func mean(of rows: [Row]) -> Row {
    var sum = Row(repeating: 0, count: DeviceHabitShares.columns)
    for row in rows { Self.add(row, to: &sum) }
    let total = sum.reduce(0, +)
    return sum.map { total > 0 ? $0 / total : 1 / Double(sum.count) }
  }

  /// Returns the shares of all situations by hour of the day over `days` of the week. Each hour includes a part of its
  /// neighbours, and is drawn toward `general`.
  ///
  /// - Parameter days: The days, 0 for Monday.
  private func sharesByHour(
    _ hours: [Row], of days: Range<Int>, toward general: [Row]
  ) -> [Row] {
    let sums = (0..<24).map { hour in
      var sum = Row(repeating: 0, count: DeviceHabitShares.columns)
      for day in days { Self.add(hours[day * 24 + hour], to: &sum) }
      return sum
    }
    return (0..<24).map { hour in
      var sum = sums[hour]
      let (next, previous) = ((hour + 1) % 24, (hour + 23) % 24)
      Self.add(sums[next], to: &sum, times: settings.neighbourShare)
      Self.add(sums[previous], to: &sum, times: settings.neighbourShare)
      return Self.shrink(sum, toward: general[hour], strength: settings.generalStrength)
    }
  }

  /// Adds the numbers of `row`, multiplied by `factor`, to `sum`.
  private static func add(_ row: Row, to sum: inout Row, times factor: Double = 1) {
    for index in row.indices {
      sum[index] += row[index] * factor
    }
  }

  /// Returns the shares of all situations in `row`, drawn toward the shares `general` as by `strength` more
  /// observations.
  private static func shrink(_ row: Row, toward general: Row, strength: Double) -> Row {
    let total = row.reduce(0, +) + strength
    return zip(row, general).map { ($0 + strength * $1) / total }
  }
}
