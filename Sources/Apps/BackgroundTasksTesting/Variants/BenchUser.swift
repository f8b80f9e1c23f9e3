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

  /// Returns a chapter of the life of this user, without the condition of a device. A life has no end, so it is
  /// computed in chapters of four weeks.
  ///
  /// - Parameter number: The number of the chapter, from 0. Single journeys are in the first one.
  func scenario(chapter number: UInt64) -> Scenario {
    let first = CivilTime(year: 2026, month: 3, day: 2, hour: self == .nightShift ? 16 : 0)
    let start = CivilTime(
      universalSeconds: first.universalSeconds + Int64(number) * Self.chapter.components.seconds)
    var scenario = Scenario(
      name: rawValue, start: start, length: Self.chapter, clock: clock(first, number))
    var battery = BatteryModel()
    battery.level = 90
    battery.rescuedAt = 12
    scenario.device.battery = battery
    scenario.device.heat = HeatModel()
    scenario.device.lowPower = .whenLow
    scenario.device.places = [.init("home", .wifi), .init("away", .cellular)]
    addHabits(to: &scenario)
    if number == 0 { addFirstDays(to: &scenario.device) }
    return scenario
  }

  /// Returns the offsets of the user's clock from UTC. In the first chapter of four weeks, the traveller's clock moves
  /// with the flights of `addJourney(to:)`, and then to summer time; later it stays on that.
  private func clock(_ first: CivilTime, _ chapter: UInt64) -> LocalClock {
    guard self == .traveller else { return LocalClock(secondsFromUTC: 0) }
    // Seconds from UTC. Summer time begins in Berlin at the end of the first chapter.
    let (berlin, berlinInSummer, newYork) = (3600, 7200, -14_400)
    guard chapter == 0 else { return LocalClock(secondsFromUTC: berlinInSummer) }
    let start = LocalTime(seconds: first.universalSeconds)
    return LocalClock(
      secondsFromUTC: berlin,
      moves: [
        (start + .days(10) + .hours(21), newYork), (start + .days(17) + .hours(20), berlin),
        (start + .days(27) + .hours(2), berlinInSummer),
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
    if self == .traveller { addJourney(to: &device) }
  }

  /// Adds the traveller's flight to New York on day 10, a week in a hotel there, and the flight back.
  private func addJourney(to device: inout DeviceModel) {
    func stay(
      at place: Int, day: Int, from time: Duration, for length: Duration
    ) -> DeviceModel.Stay {
      DeviceModel.Stay(
        place: place, period: DailyPeriod(from: DayTime(day: day, time), length: length))
    }
    // Indices of the traveller's places (`addTravellersHabits(to:)`).
    let (hotel, plane) = (1, 3)
    // Of two stays that overlap, the later one in the list applies: days away from the hotel, and flights.
    device.stays.insert(
      stay(at: hotel, day: 10, from: .hours(16) + .minutes(30), for: .days(7) + .minutes(30)),
      at: 0)
    device.stays.append(
      stay(at: plane, day: 10, from: .hours(12) + .minutes(30), for: .hours(2) + .minutes(30)))
    device.stays.append(stay(at: plane, day: 17, from: .hours(18), for: .hours(14)))
  }
}
