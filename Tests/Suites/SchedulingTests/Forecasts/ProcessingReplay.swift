@testable import Scheduling

/// One piece of work per day on a recorded device: five minutes, with a checkpoint each minute. It requires power and
/// idleness, and may run for a day from `dayStart` (an hour) on.
struct ProcessingReplay {
  enum Rule: CaseIterable {
    /// As soon as the gates open.
    case atOnce
    /// Twenty minutes after the gates open.
    case afterTwentyMinutes
    /// When the interval will last for the rest of the work with sufficient certainty.
    case whenSure
  }

  struct Result {
    var days = 0
    var done = 0
    var cut = 0
    var lostSeconds = 0.0
    var workedSeconds = 0.0

    static func + (left: Result, right: Result) -> Result {
      Result(
        days: left.days + right.days, done: left.done + right.done, cut: left.cut + right.cut,
        lostSeconds: left.lostSeconds + right.lostSeconds,
        workedSeconds: left.workedSeconds + right.workedSeconds)
    }
  }

  private static let work = 300.0
  private static let step = 60.0

  private let device: RecordedDevice
  private let rule: Rule
  private let dayStart: Double
  private let settings = Settings()
  private var view: DeviceView
  private var habit = DeviceHabit()
  private var distribution: ForecastDistribution?
  private var forecast: DeviceForecast?
  private var forecastTime = 0.0
  private var next = 0
  private var fitSince: Double?
  /// The day of the running work, and the start of its run.
  private var run: (day: Int, start: Double)?
  private var left: [Int: Double] = [:]
  private var done: Set<Int> = []
  private var result = Result()
  /// The days that are counted.
  private let days: Range<Int>

  init(
    _ device: RecordedDevice, rule: Rule, dayStart: Int, from: Double = 0, to: Double = .infinity
  ) {
    (self.device, self.rule, self.dayStart) = (device, rule, Double(dayStart) * 3600)
    view = DeviceView(settings: settings)
    let first = Int((max(from, device.start) - self.dayStart) / 86400)
    days = first..<Int((min(to, device.end) - self.dayStart) / 86400) + 1
  }

  private func day(of time: Double) -> Int { Int((time - dayStart) / 86400) }
  private func end(of day: Int) -> Double { Double(day + 1) * 86400 + dayStart }

  mutating func played() -> Result {
    var now = device.start
    while now < device.end {
      take(now)
      let steady = !view.onBattery.value && !view.userActive.value
      fitSince = steady ? fitSince ?? now : nil
      if let run { steady ? finish(run, now) : cut(run, now) }
      if steady, run == nil { begin(now) }
      now = min(nextTime(after: now), device.end)
    }
    let fitting = fitDays()
    result.days = fitting.count
    result.done = done.intersection(fitting).count
    return result
  }

  private mutating func take(_ now: Double) {
    while next < device.changes.count, device.changes[next].time <= now {
      let at = RecordedDevice.instant(now)
      view.apply([device.changes[next].value], at: at, settings: settings)
      habit.observe(view.raw, at: at, zoneSeconds: 0, settings: settings)
      next += 1
    }
    _ = view.settle(at: RecordedDevice.instant(now).boot, settings: settings)
  }

  private func nextTime(after now: Double) -> Double {
    var times = [next < device.changes.count ? device.changes[next].time : device.end]
    if let settles = view.nextChange(settings) {
      times.append(Double(settles.nanoseconds) / 1e9)
    }
    if let run {
      times.append(run.start + (left[run.day] ?? Self.work))
    } else if let fitSince, remaining(day(of: now)) > 0 {
      times.append(now + max(10, (now - fitSince) / 20))
    } else if fitSince != nil {
      times.append(end(of: day(of: now)))
    }
    return max(now + 0.001, times.min() ?? device.end)
  }

  private func remaining(_ day: Int) -> Double { left[day] ?? Self.work }

  private mutating func finish(_ run: (day: Int, start: Double), _ now: Double) {
    guard now - run.start >= remaining(run.day) - 0.01 else { return }
    note(run.day) { $0.workedSeconds += now - run.start }
    left[run.day] = 0
    done.insert(run.day)
    self.run = nil
  }

  private mutating func cut(_ run: (day: Int, start: Double), _ now: Double) {
    let worked = now - run.start
    let kept = (worked / Self.step).rounded(.down) * Self.step
    left[run.day] = remaining(run.day) - kept
    note(run.day) {
      $0.cut += 1
      $0.workedSeconds += worked
      $0.lostSeconds += worked - kept
    }
    self.run = nil
  }

  private mutating func note(_ day: Int, _ change: (inout Result) -> Void) {
    if days.contains(day) { change(&result) }
  }

  private mutating func begin(_ now: Double) {
    let day = day(of: now)
    guard remaining(day) > 0, isTaken(now, day) else { return }
    run = (day, now)
  }

  private mutating func isTaken(_ now: Double, _ day: Int) -> Bool {
    switch rule {
    case .atOnce: return true
    case .afterTwentyMinutes: return now - (fitSince ?? now) >= 1200
    case .whenSure: return isSure(now, day)
    }
  }

  private mutating func isSure(_ now: Double, _ day: Int) -> Bool {
    let instant = RecordedDevice.instant(now)
    if now - forecastTime > 3600 { makeForecast(instant, now) }
    let spell = DurationForecast(
      habit, power: true, idle: true, forecast: forecast, at: instant, zoneSeconds: 0,
      settings: settings)
    let local = LocalTime(instant.wall, zoneSeconds: 0)
    let close = LocalTime(RecordedDevice.instant(end(of: day)).wall, zoneSeconds: 0)
    // A few hours of observation allow no forecast.
    guard let permitted = distribution?.permittedTime(from: local, until: close) else {
      return true
    }
    return spell?.isSure(of: .seconds(remaining(day)), permitted: permitted) ?? false
  }

  private mutating func makeForecast(_ instant: Instant, _ now: Double) {
    forecastTime = now
    let settled = habit.settled(at: instant, settings: settings)
    forecast =
      DeviceForecast(settled, settings: settings)
      ?? DeviceForecast(usualFor: settled, settings: settings)
    distribution = forecast.map {
      ForecastDistribution($0) { !$0.isOnBattery && $0.isIdle == true ? 1 : nil }
    }
  }

  /// The days with ten consecutive minutes of power and idleness.
  private func fitDays() -> Set<Int> {
    var found: Set<Int> = []
    for stretch in device.stretches(where: { !$0.isOnBattery && !$0.userIsActive(busyLoad: 50) }) {
      for day in day(of: stretch.start)...day(of: stretch.end) where days.contains(day) {
        let begin = max(stretch.start, end(of: day - 1))
        if min(stretch.end, end(of: day)) - begin >= 600 { found.insert(day) }
      }
    }
    return found
  }
}
