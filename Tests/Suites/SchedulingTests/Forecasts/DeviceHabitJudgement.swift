@testable import Scheduling

/// The quality of forecasts 1, 6, 12, 24 and 48 hours ahead: the share of each hour in which the device is charging, or
/// charging and idle. The result is the mean square of the errors (Brier), learned online, from the fourth day on.
struct DeviceHabitJudgement {
  /// Mean squared errors.
  struct Row {
    var habit = 0.0
    var persistence = 0.0
    var overall = 0.0
    var hourOfWeek = 0.0
  }

  private let device: RecordedDevice
  private let settings = Settings()
  private let first: Int
  private let actual: [Double]
  private let fits: (DeviceState) -> Bool
  private let needsIdle: Bool

  init(_ device: RecordedDevice, idle needsIdle: Bool) {
    self.device = device
    self.needsIdle = needsIdle
    fits = { !$0.isOnBattery && !(needsIdle && $0.userIsActive(busyLoad: 50)) }
    let first = Int(device.start / 3600) + 1
    self.first = first
    var actual = [Double](repeating: 0, count: Int(device.end / 3600) - first)
    for stretch in device.stretches(where: fits) {
      for hour in max(first, Int(stretch.start / 3600))...max(first, Int(stretch.end / 3600))
      where hour - first < actual.count {
        let begin = Double(hour) * 3600
        let overlap = min(stretch.end, begin + 3600) - max(stretch.start, begin)
        actual[hour - first] += max(0, overlap) / 3600
      }
    }
    self.actual = actual
  }

  func judged() -> Row {
    var sums = Row()
    var count = 0.0
    var habit = DeviceHabit()
    var state = DeviceState()
    var next = 0
    for hour in actual.indices {
      let now = Double(hour + first) * 3600
      while next < device.changes.count, device.changes[next].time <= now {
        state.apply(device.changes[next].value)
        let at = RecordedDevice.instant(device.changes[next].time)
        habit.observe(state, at: at, zoneSeconds: 0, settings: settings)
        next += 1
      }
      guard hour >= 72, hour % 3 == 0 else { continue }
      let settled = habit.settled(at: RecordedDevice.instant(now), settings: settings)
      guard let forecast = DeviceForecast(settled, settings: settings) else { continue }
      for ahead in [1, 6, 12, 24, 48] where hour + ahead - 1 < actual.count {
        add(hour, hour + ahead - 1, forecast, isNow: fits(state), to: &sums)
        count += 1
      }
    }
    return Row(
      habit: sums.habit / count, persistence: sums.persistence / count,
      overall: sums.overall / count, hourOfWeek: sums.hourOfWeek / count)
  }

  private func add(
    _ hour: Int, _ target: Int, _ forecast: DeviceForecast, isNow: Bool, to sums: inout Row
  ) {
    let truth = actual[target]
    let known = actual[..<hour]
    let overall = known.reduce(0, +) / Double(known.count)
    let alike = known.indices.filter { ($0 - target) % 168 == 0 }.map { known[$0] }
    let hourOfWeek = alike.isEmpty ? overall : alike.reduce(0, +) / Double(alike.count)
    let slot = LocalTime(seconds: Int64(target + first) * 3600).hourOfWeek
    let chances = needsIdle ? forecast.resting : forecast.powered
    sums.habit += (chances[slot] - truth) * (chances[slot] - truth)
    sums.persistence += ((isNow ? 1 : 0) - truth) * ((isNow ? 1 : 0) - truth)
    sums.overall += (overall - truth) * (overall - truth)
    sums.hourOfWeek += (hourOfWeek - truth) * (hourOfWeek - truth)
  }
}
