import Scheduling
import Simulation

extension SeenHabits {
  /// Reads the middle of the opens of each day: `middle` and `openTimes` of working days, and the shift of free days.
  ///
  /// - Parameter opened: The times of opens, in seconds from the first midnight.
  mutating func readTimes(of opened: [Double], _ device: SeenDevice) {
    let begins = Self.quietSecond(of: opened)
    // A part of a day has another middle.
    let wholeDays = Set(device.wholeDays(from: begins))
    // The opens of each day, in seconds after the midnight of that day.
    var opensOfDay: [Int: [Double]] = [:]
    for time in opened {
      let day = Int(bounded: ((time - begins) / SeenDevice.day).rounded(.down))
      guard wholeDays.contains(day) else { continue }
      opensOfDay[day, default: []].append(time - Double(day) * SeenDevice.day)
    }
    let days = opensOfDay.keys.sorted()
    let workdays = days.filter { device.isWorkday($0, from: begins) }
    let freeDays = days.filter { !device.isWorkday($0, from: begins) }
    middle = SeenValue(meanOf: workdays.compactMap { opensOfDay[$0]?.mean })
    guard let middle else { return }
    openTimes = workdays.flatMap { opensOfDay[$0] ?? [] }.map { $0 - middle.value }
    let freeMiddles = freeDays.compactMap { opensOfDay[$0]?.mean }
    guard let freeMiddle = SeenValue(meanOf: freeMiddles, least: 2) else { return }
    var shift = SeenValue(freeMiddle.value - middle.value)
    // The error of a difference of independent values.
    shift.error = (freeMiddle.error * freeMiddle.error + middle.error * middle.error).squareRoot()
    weekendShift = shift
  }

  /// Returns the second of the day in the middle of the four hours with the fewest opens. A user's day begins there, so
  /// that an evening until after midnight is on one day.
  private static func quietSecond(of opened: [Double]) -> Double {
    var opensInHour = [Int](repeating: 0, count: 24)
    for time in opened { opensInHour[Int(bounded: time / 3600) % 24] += 1 }
    let quietHour =
      (0..<24).min {
        opensInFourHours(opensInHour, from: $0) < opensInFourHours(opensInHour, from: $1)
      } ?? 2
    return Double((quietHour + 2) % 24) * 3600
  }

  /// Returns the number of opens in the four hours of the day from `first` on.
  private static func opensInFourHours(_ opensInHour: [Int], from first: Int) -> Int {
    (first..<first + 4).reduce(0) { sum, hour in sum + opensInHour[hour % 24] }
  }

  /// Reads the uses of the lit screen during which no app was opened.
  ///
  /// - Parameter days: The whole days of the record.
  mutating func readUse(of device: SeenDevice, _ days: [Int]) {
    guard device.hasScreen, days.count >= SeenValue.fewestDays else { return }
    let opened = device.visits.map(\.opened)
    let uses = device.lit.filter { period in
      let nextOpen = opened.firstPlace { $0 >= period.lowerBound }
      return nextOpen == opened.count || opened[nextOpen] >= period.upperBound
    }
    use = SeenValue(
      meanOf: days.map { day in
        let period = SeenDevice.period(of: day, from: 0)
        return Double(uses.count { period.contains($0.lowerBound) })
      })
    useLength = uses.map(\.length).mean
  }

  /// Returns the habit that the longest interval of each working day shows; `nil` if fewer than five days have one of
  /// an hour.
  ///
  /// - Parameters:
  ///   - periods: The intervals of one state of the device, such as external power.
  ///   - begins: The second of the day at which a day begins.
  static func period(
    _ periods: [SeenDevice.Period], of device: SeenDevice, from begins: Double
  ) -> SeenPeriod? {
    let days = device.wholeDays(from: begins).filter { device.isWorkday($0, from: begins) }
    var starts: [Double] = []
    var lengths: [Double] = []
    for day in days {
      let window = SeenDevice.period(of: day, from: begins)
      let longest = periods.filter { window.contains($0.lowerBound) && $0.length >= shortest }
        .max { $0.length < $1.length }
      guard let longest else { continue }
      starts.append(longest.lowerBound - window.lowerBound + begins)
      lengths.append(longest.length)
    }
    guard let start = SeenValue(meanOf: starts), let length = SeenValue(meanOf: lengths) else {
      return nil
    }
    return SeenPeriod(
      start: start, deviation: starts.variance.squareRoot(), length: length,
      days: days.count,
      missing: 1 - Double(starts.count) / Double(days.count))
  }

  /// Returns the drain on battery as a multiple of the usual drain; `nil` if the screen is unknown, if there are fewer
  /// than twelve hours between readings on battery, or if no charge was lost.
  static func drain(of device: SeenDevice) -> SeenValue? {
    guard device.hasPower, device.hasScreen else { return nil }
    let usual = BatteryModel()
    var lostPercents = 0.0
    // The percents that a usual battery would have lost with the same use of the screen.
    var usualLost = 0.0
    var seconds = 0.0
    // A charge lies between two readings of which the second is higher.
    for (reading, next) in zip(device.battery, device.battery.dropFirst())
    where next.percent <= reading.percent {
      let period = reading.at..<next.at
      guard device.powered.overlap(with: period) == 0, device.gaps.overlap(with: period) == 0
      else { continue }
      let litSeconds = device.lit.overlap(with: period)
      let darkSeconds = period.length - litSeconds
      lostPercents += Double(reading.percent - next.percent)
      usualLost += (litSeconds * usual.screenOnDrain + darkSeconds * usual.screenOffDrain) / 3600
      seconds += period.length
    }
    let isKnown = seconds >= shortestOnBattery && lostPercents > 0 && usualLost > 0
    return isKnown ? SeenValue(lostPercents / usualLost) : nil
  }

  /// The shortest time between readings on battery from which a drain is computed: twelve hours, in seconds.
  private static let shortestOnBattery = 43_200.0
}

extension [Range<Double>] {
  /// Returns the length that these intervals, in the order of time, share with `period`.
  fileprivate func overlap(with period: Range<Double>) -> Double {
    let first = firstPlace { $0.upperBound > period.lowerBound }
    var sum = 0.0
    for other in self[first...] {
      if other.lowerBound >= period.upperBound { break }
      sum += other.clamped(to: period).length
    }
    return sum
  }
}
