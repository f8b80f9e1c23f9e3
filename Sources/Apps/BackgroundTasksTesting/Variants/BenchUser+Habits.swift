import Scheduling
import Simulation

// The habits of the users, with the values of the scenarios of their names. Battery levels are in percent, drains in
// percent an hour, and heat in degrees Celsius. A stay names its place by the index in `places`.
extension BenchUser {
  /// Adds the places, the charges, the stays, the uses and the apps of the user.
  func addHabits(to scenario: inout Scenario) {
    switch self {
    case .everyday, .rare: addEverydayHabits(to: &scenario)
    case .heavy: addHeavyHabits(to: &scenario)
    case .weekender: addWeekendHabits(to: &scenario)
    case .traveller: addTravellersHabits(to: &scenario)
    case .nightShift: addNightHabits(to: &scenario)
    case .shortCharges: addShortCharges(to: &scenario)
    }
  }

  /// Adds the habits of a user who charges at night and is away on weekdays. The rare user opens the app once in five
  /// days.
  private func addEverydayHabits(to scenario: inout Scenario) {
    scenario.device.battery?.level = 80
    scenario.device.battery?.rescuedAt = 10
    scenario.device.plugged = [.daily("22:45", "06:45", jitter: 20)]
    scenario.device.stays = [.away("08:00", "18:30", jitter: 15)]
    scenario.device.use = [.often(30, "07:00", "22:00", .seconds(15)...(.minutes(2)))]
    let opens = self == .rare ? 0.2 : 4
    scenario.apps = [
      app("app", [.often(opens, "07:00", "22:00", .minutes(1)...(.minutes(4)))])
    ]
  }

  /// Adds the habits of a user with 70 opens of the app a day, videos and games. The battery is low by the afternoon.
  private func addHeavyHabits(to scenario: inout Scenario) {
    var battery = BatteryModel()
    battery.level = 100
    battery.rescuedAt = 9
    // In percent of the battery an hour.
    battery.screenOnDrain = 16
    battery.screenOffDrain = 2
    scenario.device.battery = battery
    scenario.device.heat?.screen = 6
    scenario.device.heat?.charging = 6
    scenario.device.plugged = [.daily("00:40", "07:00", jitter: 40, chance: 0.95)]
    scenario.device.places = [.init("home", .wifi, 23), .init("away", .cellular, 25)]
    scenario.device.stays = [.away("08:00", "17:30", jitter: 20)]
    scenario.device.darkAfter = .seconds(30)
    var video = app("video", [.often(50, "07:30", "24:00", .minutes(1)...(.minutes(10)))])
    video.useDrain = 6
    video.useHeat = 4
    var game = app("game", [.often(8, "12:00", "24:00", .minutes(5)...(.minutes(25)))])
    game.useDrain = 18
    game.useHeat = 11
    scenario.apps = [
      app("chat", [.often(70, "07:15", "24:00", .seconds(20)...(.minutes(3)))]), video, game,
    ]
  }

  /// Adds the habits of a user who sleeps late and goes out at weekends.
  private func addWeekendHabits(to scenario: inout Scenario) {
    // Days of the week, from Monday on.
    let (weekdays, weekend) = (Set(0...4), Set(5...6))
    let eveningsBeforeWeekdays: Set<Int> = [0, 1, 2, 3, 6]
    // Indices of the places below.
    let (work, away) = (1, 2)
    scenario.device.plugged = [
      .daily("22:45", "06:45", eveningsBeforeWeekdays, jitter: 25, chance: 0.96)
    ]
    scenario.device.plugged.append(
      .daily("01:30", "10:15", weekend, jitter: 50, chance: 0.9))
    scenario.device.places = [
      .init("home", .wifi), .init("work", .wifi), .init("away", .cellular),
    ]
    scenario.device.stays = [
      // Of two stays that overlap, the later one in the list applies.
      .init(place: away, period: .daily("07:30", "18:15", weekdays, jitter: 15)),
      .init(place: work, period: .daily("08:15", "17:30", weekdays, jitter: 15)),
      .init(place: away, period: .daily("13:00", "18:30", weekend, jitter: 60, chance: 0.8)),
    ]
    scenario.device.use = [
      .often(25, "07:00", "22:30", .seconds(15)...(.minutes(1)), weekdays),
      .often(30, "10:30", "24:00", .seconds(15)...(.minutes(2)), weekend),
    ]
    let short = Duration.seconds(30)...(.minutes(4))
    scenario.apps = [
      app(
        "mail",
        [
          .daily("07:05", .minutes(2)...(.minutes(6)), weekdays, jitter: 15, chance: 0.95),
          .often(6, "08:00", "22:00", short, weekdays),
          .often(4, "10:30", "23:00", short, weekend),
        ]),
      app(
        "photos",
        [
          .often(1, "12:00", "22:00", .minutes(1)...(.minutes(5))),
          .often(3, "14:00", "22:00", .minutes(1)...(.minutes(5)), weekend),
        ]),
    ]
  }

  /// Adds the habits of a traveller, without the journey.
  private func addTravellersHabits(to scenario: inout Scenario) {
    // An index of the places below.
    let away = 2
    scenario.device.plugged = [.daily("22:45", "06:45", jitter: 20, chance: 0.95)]
    scenario.device.places = [
      .init("home", .wifi), .init("hotel", .wifi), .init("away", .cellular),
      .init("plane", Network.none),
    ]
    scenario.device.stays = [
      .init(place: away, period: .daily("08:00", "18:00", Set(0...4), jitter: 20))
    ]
    let stay = Duration.minutes(4)...(.minutes(12))
    scenario.apps = [
      app(
        "news",
        [
          .daily("07:30", stay, jitter: 10, chance: 0.95),
          .daily("18:30", stay, jitter: 20, chance: 0.9),
        ])
    ]
  }

  /// Adds the habits of a user who works at night on a ward.
  private func addNightHabits(to scenario: inout Scenario) {
    // Indices of the places below.
    let (ward, away) = (1, 2)
    scenario.device.battery?.level = 85
    scenario.device.plugged = [.daily("08:10", "15:50", jitter: 30, chance: 0.95)]
    scenario.device.places = [
      .init("home", .wifi), .init("ward", .wifi), .init("away", .cellular),
    ]
    scenario.device.stays = [
      // Of two stays that overlap, the later one in the list applies.
      .init(place: away, period: .daily("21:15", "06:50", Set(0...4), jitter: 10)),
      .init(place: ward, period: .daily("21:50", "06:10", Set(0...4), jitter: 10)),
    ]
    scenario.device.use = [.often(40, "16:30", "07:30", .seconds(15)...(.minutes(3)))]
    let stay = Duration.minutes(3)...(.minutes(10))
    scenario.apps = [
      app(
        "news",
        [
          .daily("16:20", stay, jitter: 15),
          .daily("01:30", stay, jitter: 20, chance: 0.85),
        ]),
      app("photos", [.often(2, "16:30", "24:00", .minutes(1)...(.minutes(5)))]),
    ]
  }

  /// Adds the habits of a user who charges for six minutes on each drive, and at night.
  private func addShortCharges(to scenario: inout Scenario) {
    scenario.device.plugged = [
      .daily("07:35", "07:41", jitter: 2), .daily("17:40", "17:46", jitter: 2),
      .daily("22:45", "06:45", jitter: 20),
    ]
    scenario.device.places = [.init("home", .wifi)]
    scenario.device.use = [.often(10, "09:00", "17:00", .seconds(15)...(.minutes(2)))]
    scenario.apps = [
      app("photos", [.often(2, "09:00", "17:00", .minutes(1)...(.minutes(4)))])
    ]
  }

  /// Returns an app that is opened in these rhythms.
  private func app(_ name: String, _ opens: [Rhythm]) -> AppModel {
    var app = AppModel(name: name)
    app.opens = opens
    return app
  }
}

extension DeviceModel.Place {
  /// Creates a place with a network, where it is `ambient` degrees Celsius. A cellular network is metered.
  init(_ name: String, _ network: Scheduling.Network, _ ambient: Double = 21) {
    self.init(name: name)
    self.network = network
    self.ambient = ambient
    if network == .none { return }
    isMetered = network == .cellular
    networkID = name
  }
}

extension DeviceModel.Stay {
  /// Returns a stay at the second place on weekdays.
  fileprivate static func away(_ from: String, _ until: String, jitter: Int) -> DeviceModel.Stay {
    DeviceModel.Stay(place: 1, period: .daily(from, until, Set(0...4), jitter: jitter))
  }
}

extension Habit {
  fileprivate init(_ weekdays: Set<Int>, jitter: Int, chance: Double) {
    self.init()
    (self.weekdays, self.jitter, self.chance) = (weekdays, .minutes(jitter), chance)
  }
}

/// Returns the time from midnight to a time of day such as `07:30`, and from there to a later one, at most a day later.
private func interval(_ from: String, _ until: String) -> (from: Duration, length: Duration) {
  func time(_ text: String) -> Duration {
    text == "24:00" ? .days(1) : .seconds(CivilTime.secondsOfDay(text: text) ?? 0)
  }
  let length = time(until) - time(from)
  return (time(from), length > .zero ? length : length + .days(1))
}

extension DailyPeriod {
  /// Returns a period on these days. The jitter is in minutes.
  fileprivate static func daily(
    _ from: String, _ until: String, _ weekdays: Set<Int> = Set(0...6), jitter: Int,
    chance: Double = 1
  ) -> DailyPeriod {
    let (from, length) = interval(from, until)
    return DailyPeriod(
      from: DayTime(from), length: length, Habit(weekdays, jitter: jitter, chance: chance))
  }
}

extension Rhythm {
  /// Returns a use at this time of day. The jitter is in minutes.
  fileprivate static func daily(
    _ at: String, _ stay: ClosedRange<Duration>, _ weekdays: Set<Int> = Set(0...6), jitter: Int,
    chance: Double = 1
  ) -> Rhythm {
    Rhythm(
      .at(DayTime(interval(at, at).from)), stay: stay,
      Habit(weekdays, jitter: jitter, chance: chance))
  }

  /// Returns so many uses a day between two times.
  fileprivate static func often(
    _ count: Double, _ from: String, _ until: String, _ stay: ClosedRange<Duration>,
    _ weekdays: Set<Int> = Set(0...6)
  ) -> Rhythm {
    let (from, length) = interval(from, until)
    return Rhythm(
      .often(count, between: DayTime(from), length: length), stay: stay,
      Habit(weekdays, jitter: 0, chance: 1))
  }
}
