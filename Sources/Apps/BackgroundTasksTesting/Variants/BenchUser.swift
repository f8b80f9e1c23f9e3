import Scheduling
import Simulation

/// A user of a matrix of benches. Five of them are those of the scenarios with the same names (docs/scenarios.md), and
/// open the tested app in place of the first app of the scenario.
public enum BenchUser: String, CaseIterable, Codable, Sendable {
  /// Charges at night, is away on weekdays, and opens the app four times a day, as in `DeviceLife.everyday`.
  case everyday
  /// Opens the app 70 times a day, plays games, and is low on battery by the afternoon.
  case heavy = "heavy-user"
  /// Sleeps late and goes out at weekends, and charges at other times then.
  case weekender = "weekend"
  /// Flies from Berlin to New York in the second week and back in the third, through three time zones.
  case traveller
  /// Works at night, and sleeps and charges by day.
  case nightShift = "night-shift"
  /// Charges at night, and for some minutes in a car.
  case shortCharges = "short-charges"
  /// Opens the app once in five days.
  case rare

  /// The length of a chapter of a life.
  static let chapter = Duration.days(28)

  /// Returns the life of this user for four weeks, without the condition of a device.
  ///
  /// - Parameter number: The number of the four weeks, from 0. Single journeys are in the first ones.
  func scenario(chapter number: UInt64) -> Scenario {
    let first = CivilTime(year: 2026, month: 3, day: 2, hour: self == .nightShift ? 16 : 0)
    let start = CivilTime(
      universalSeconds: first.universalSeconds + Int64(number) * Self.chapter.components.seconds)
    var scenario = Scenario(
      name: rawValue, start: start, length: Self.chapter, clock: clock(first, number))
    var battery = BatteryModel()
    (battery.level, battery.rescuedAt) = (90, 12)
    scenario.device.battery = battery
    scenario.device.heat = HeatModel()
    scenario.device.lowPower = .whenLow
    scenario.device.places = [.init("home", .wifi), .init("away", .cellular)]
    addHabits(to: &scenario)
    if number == 0 { addFirstDays(to: &scenario.device) }
    return scenario
  }

  /// Returns the clocks of the user. The traveller's move in the first chapter.
  private func clock(_ first: CivilTime, _ chapter: UInt64) -> LocalClock {
    guard self == .traveller else { return LocalClock(secondsFromUTC: 0) }
    let summer = 7200
    guard chapter == 0 else { return LocalClock(secondsFromUTC: summer) }
    let start = LocalTime(seconds: first.universalSeconds)
    return LocalClock(
      secondsFromUTC: 3600,
      moves: [
        (start + .days(10) + .hours(21), -14_400), (start + .days(17) + .hours(20), 3600),
        (start + .days(27) + .hours(2), summer),
      ])
  }

  /// Adds the times that occur once, at the start of a life or on a journey.
  private func addFirstDays(to device: inout DeviceModel) {
    let firstNight = DailyPeriod(
      from: DayTime(day: 0, .zero), length: .hours(6) + .minutes(45))
    switch self {
    // The weekend's charges come after it in the scenario, and each place in the list has its own random numbers.
    case .weekender: device.plugged.insert(firstNight, at: 1)
    case .traveller, .shortCharges, .everyday, .rare: device.plugged.append(firstNight)
    case .heavy, .nightShift: break
    }
    guard self == .traveller else { return }
    func stay(_ place: Int, _ day: Int, _ from: Duration, _ length: Duration) -> DeviceModel.Stay {
      DeviceModel.Stay(
        place: place, period: DailyPeriod(from: DayTime(day: day, from), length: length))
    }
    device.stays.insert(
      stay(1, 10, .hours(16) + .minutes(30), .days(7) + .minutes(30)), at: 0)
    device.stays.append(stay(3, 10, .hours(12) + .minutes(30), .hours(2) + .minutes(30)))
    device.stays.append(stay(3, 17, .hours(18), .hours(14)))
  }
}
