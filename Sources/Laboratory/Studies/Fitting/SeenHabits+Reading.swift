import Scheduling
import Simulation

extension SeenHabits {
  /// Reads the middle of the opens of each day. A day begins in the middle of the four hours with the fewest opens.
  mutating func readTimes(of opened: [Double], _ device: SeenDevice) {
    var hours = [Int](repeating: 0, count: 24)
    for time in opened { hours[Int(bounded: time / 3600) % 24] += 1 }
    let quiet = (0..<24).min { Self.opens(hours, from: $0) < Self.opens(hours, from: $1) } ?? 2
    let begins = Double((quiet + 2) % 24) * 3600
    // A part of a day has another middle.
    let whole = Set(device.wholeDays(from: begins))
    var byDay: [Int: [Double]] = [:]
    for time in opened {
      let day = Int(bounded: ((time - begins) / SeenDevice.day).rounded(.down))
      guard whole.contains(day) else { continue }
      byDay[day, default: []].append(time - Double(day) * SeenDevice.day)
    }
    let (working, free) = byDay.keys.sorted().reduce(into: ([Int](), [Int]())) { days, day in
      if device.isWorkday(day, from: begins) { days.0.append(day) } else { days.1.append(day) }
    }
    middle = SeenValue(meanOf: working.compactMap { byDay[$0]?.mean })
    guard let middle else { return }
    openTimes = working.flatMap { byDay[$0] ?? [] }.map { $0 - middle.value }
    let middles = free.compactMap { byDay[$0]?.mean }
    guard let late = SeenValue(meanOf: middles, least: 2) else { return }
    var shift = SeenValue(late.value - middle.value)
    shift.error = (late.error * late.error + middle.error * middle.error).squareRoot()
    weekendShift = shift
  }

  /// Returns the number of opens in four hours.
  private static func opens(_ hours: [Int], from first: Int) -> Int {
    (first..<first + 4).reduce(0) { $0 + hours[$1 % 24] }
  }

  /// Reads the uses of the lit screen during which no app was opened.
  mutating func readUse(of device: SeenDevice, _ days: [Int]) {
    guard device.hasScreen, days.count >= 5 else { return }
    let opened = device.visits.map(\.opened)
    let uses = device.lit.filter { period in
      let next = opened.firstPlace { $0 >= period.lowerBound }
      return next == opened.count || opened[next] >= period.upperBound
    }
    use = SeenValue(
      meanOf: days.map { day in
        let period = SeenDevice.period(of: day, from: 0)
        return Double(uses.count { period.contains($0.lowerBound) })
      })
    useLength = uses.map(\.length).mean
  }

  /// Returns the longest interval of each working day; `nil` if fewer than five days have one of an hour.
  ///
  /// - Parameter begins: The second of the day at which a day begins.
  static func period(
    _ periods: [SeenDevice.Period], of device: SeenDevice, from begins: Double
  ) -> SeenPeriod? {
    let days = device.wholeDays(from: begins).filter { device.isWorkday($0, from: begins) }
    var (starts, lengths): ([Double], [Double]) = ([], [])
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
    var (lost, usualLost, seconds) = (0.0, 0.0, 0.0)
    for (one, next) in zip(device.battery, device.battery.dropFirst())
    where next.percent <= one.percent {
      let period = one.at..<next.at
      guard device.powered.overlap(with: period) == 0, device.gaps.overlap(with: period) == 0
      else { continue }
      let lit = device.lit.overlap(with: period)
      lost += Double(one.percent - next.percent)
      usualLost +=
        (lit * usual.screenOnDrain + (period.length - lit) * usual.screenOffDrain) / 3600
      seconds += period.length
    }
    return seconds >= 43_200 && lost > 0 && usualLost > 0 ? SeenValue(lost / usualLost) : nil
  }
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
