import Testing

@testable import Scheduling

/// A simulated device and the habits learned from it. Its life begins on a Monday at midnight.
struct DeviceHabitLife {
  var habit = DeviceHabit()
  var settings = Settings()
  var now = Instant(
    wall: WallTime(seconds: 1_767_571_200), boot: BootTime(seconds: 3600),
    awake: AwakeTime(seconds: 3600))
  var zoneSeconds = 0

  static func state(_ power: Power?, idle: Bool?) -> DeviceState {
    var state = DeviceState()
    state.power = power
    state.isIdle = idle
    return state
  }

  static let charging = state(.ac, idle: true)
  static let inUse = state(.battery, idle: false)

  mutating func observe(_ state: DeviceState) {
    habit.observe(state, at: now, zoneSeconds: zoneSeconds, settings: settings)
  }

  mutating func spend(_ time: Duration, _ state: DeviceState) {
    observe(state)
    now = now.advanced(by: time)
  }

  /// Time passes while the machine sleeps.
  mutating func suspend(_ time: Duration) {
    now = Instant(wall: now.wall + time, boot: now.boot + time, awake: now.awake)
  }

  /// Switches the machine off and starts it again.
  mutating func powerOff(_ time: Duration) {
    now = Instant(
      wall: now.wall + time, boot: BootTime(seconds: 20), awake: AwakeTime(seconds: 20))
  }

  /// Ends the daemon, calls `away`, and starts a daemon with the stored habit.
  mutating func restart(away: (inout Self) -> Void = { _ in }) throws {
    let kept = settled.bytes
    away(&self)
    let read = DeviceHabit(bytes: kept)
    habit = try #require(read)
    habit.resume(at: now, settings: settings)
  }

  /// Charging and idle from midnight to seven, in use on battery for the rest of the day.
  mutating func spendDays(_ count: Int, charging: Duration = .hours(7)) {
    for _ in 0..<count {
      spend(charging, Self.charging)
      spend(.days(1) - charging, Self.inUse)
    }
  }

  var settled: DeviceHabit { habit.settled(at: now, settings: settings) }
  var forecast: DeviceForecast? { DeviceForecast(settled, settings: settings) }

  /// Returns the probability of power and idleness at `hour` of a Wednesday.
  func chance(at hour: Int) -> Double? {
    forecast?.resting[48 + hour]
  }
}
